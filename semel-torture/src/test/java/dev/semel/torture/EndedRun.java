package dev.semel.torture;

import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import dev.semel.torture.check.HistoryEntry;
import dev.semel.torture.check.HistoryEntry.Kind;
import dev.semel.torture.check.IntentName;
import dev.semel.torture.load.HistoryWriter;
import dev.semel.torture.report.Progress;
import dev.semel.torture.world.RunFolder;

/** A process that is ended in the middle of a run. */
final class EndedRun {
  static final HistoryEntry ENTRY =
      new HistoryEntry(
          7,
          Kind.SENT,
          "c1",
          new IntentName("acme", Op.TRANSFER, "k-1"),
          new Payload("1", "2", 30),
          "node-0",
          null,
          null,
          null);

  private EndedRun() {}

  public static void main(String[] args) throws InterruptedException {
    Evidence.of(EndedRun::write, Progress.to(System.err));
  }

  private static String write(RunFolder folder, HistoryWriter history) {
    history.write(ENTRY);
    System.exit(1);
    return folder.toString();
  }
}
