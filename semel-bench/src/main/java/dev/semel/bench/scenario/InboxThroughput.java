package dev.semel.bench.scenario;

import dev.semel.bench.inbox.InboxChild;
import dev.semel.bench.inbox.InboxKind;
import dev.semel.bench.inbox.InboxTables;
import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Turn;
import dev.semel.bench.report.Rates;
import dev.semel.bench.report.Target;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How fast new messages are applied, one insert each, by Semel's inbox and by others. */
public final class InboxThroughput implements Scenario {
  private static final String WORK = "inbox, one insert per message";
  private static final String BATCHES = "Semel, batches of 100";
  private static final Target TARGET = Target.atLeast(3);
  private static final int BATCH = 100;
  private static final List<Integer> THREADS = List.of(1, 8);
  private static final List<InboxKind> OWN = List.of(InboxKind.SEMEL, InboxKind.BY_HAND);

  @Override
  public String name() {
    return "events-inbox";
  }

  @Override
  public void run(Stage stage) {
    PostgresDatabase database = stage.eventDatabase();
    InboxTables.create(database);
    Map<InboxKind, InboxChild> children = new LinkedHashMap<>();
    try {
      for (InboxKind kind : stage.events().withPeers() ? List.of(InboxKind.values()) : OWN) {
        stage.progress().say("starting the inbox of " + kind.title());
        children.put(kind, InboxChild.start(kind, database.jdbcUrl()));
      }
      THREADS.forEach(threads -> measure(stage, children, threads));
    } finally {
      children.values().forEach(InboxChild::close);
    }
  }

  private static void measure(Stage stage, Map<InboxKind, InboxChild> children, int threads) {
    stage.settleDown();
    List<Turn> turns = new ArrayList<>();
    children.forEach(
        (kind, child) ->
            turns.add(
                new Turn(kind.title() + ", one by one", time -> child.consume(threads, 1, time))));
    InboxChild semel = children.values().iterator().next();
    turns.add(1, new Turn(BATCHES, time -> semel.consume(threads, BATCH, time)));
    Comparison compared = stage.interleaved().compare("inbox, " + threads + " threads", turns);
    stage.report().addToEvents(new Rates(WORK, threads, compared, Map.of(BATCHES, TARGET), null));
  }
}
