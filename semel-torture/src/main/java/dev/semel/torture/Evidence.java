package dev.semel.torture;

import dev.semel.torture.load.HistoryWriter;
import dev.semel.torture.report.Progress;
import dev.semel.torture.world.RunFolder;

/**
 * Sees to it that nobody has to look for the history and the logs of a run that came to no end, and
 * that the history has all that was written.
 */
final class Evidence {
  private Evidence() {}

  /** Something that leaves its history and its logs in a folder. */
  interface Run<T> {
    /**
     * Carries it out.
     *
     * @param history of the folder; to be closed before it is read
     */
    T in(RunFolder folder, HistoryWriter history) throws InterruptedException;
  }

  /** Makes a folder for a run, and says where it is if the run fails or this process is ended. */
  static <T> T of(Run<T> run, Progress progress) throws InterruptedException {
    RunFolder folder = RunFolder.make();
    try (HistoryWriter history = new HistoryWriter(folder.history())) {
      Thread atExit = new Thread(() -> name(folder, history, progress), "name-evidence");
      Runtime.getRuntime().addShutdownHook(atExit);
      try {
        return run.in(folder, history);
      } catch (InterruptedException | RuntimeException | Error e) {
        name(folder, history, progress);
        throw e;
      } finally {
        forget(atExit);
      }
    }
  }

  private static void name(RunFolder folder, HistoryWriter history, Progress progress) {
    progress.phase("not carried out; history and logs: " + folder.path());
    history.flush();
  }

  private static void forget(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The JVM is going down, and the hook says where things are.
    }
  }
}
