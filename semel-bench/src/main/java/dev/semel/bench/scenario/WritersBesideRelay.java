package dev.semel.bench.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Crew;
import dev.semel.bench.measure.Round;
import dev.semel.bench.measure.Turn;
import dev.semel.bench.measure.Variant;
import dev.semel.bench.outbox.OutboxChild;
import dev.semel.bench.outbox.OutboxKind;
import dev.semel.bench.report.Rates;
import dev.semel.bench.report.Target;
import dev.semel.bench.work.FullCommands;
import dev.semel.bench.work.Pools;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What commands lose by a relay that publishes their events at the same time. */
public final class WritersBesideRelay implements Scenario {
  private static final String WORK = "commands with events beside a relay";
  private static final String TO_NOWHERE = "relay to a sink that does nothing";
  private static final String TO_KAFKA = "relay to Kafka";
  private static final String BACKLOG = "relay to Kafka that catches up";
  private static final Target TARGET = Target.atLeast(0.95);
  private static final int THREADS = 8;

  @Override
  public String name() {
    return "events-writers";
  }

  @Override
  public void run(Stage stage) {
    PostgresDatabase database = stage.eventDatabase();
    stage.settleDown();
    try (Outboxes outboxes = new Outboxes(stage, database.jdbcUrl());
        HikariDataSource pool = Pools.of(database.dataSource(), THREADS);
        Crew crew = new Crew(THREADS)) {
      Variant commands = commands(pool);
      OutboxChild nowhere = outboxes.toNowhere(OutboxKind.SEMEL, Outboxes.MAX_HEAP_MEGABYTES);
      OutboxChild kafka = outboxes.toKafka(OutboxKind.SEMEL);
      OutboxChild backlog = outboxes.toKafka(OutboxKind.SEMEL_FROM_OLDEST);
      List<Turn> turns =
          List.of(
              new Turn("no relay", time -> crew.work(commands.work(), time)),
              new Turn(TO_NOWHERE, time -> beside(nowhere, crew, commands, time)),
              new Turn(TO_KAFKA, time -> beside(kafka, crew, commands, time)),
              new Turn(BACKLOG, time -> beside(backlog, crew, commands, time)));
      Comparison compared = stage.interleaved().compare("writers", turns);
      Map<String, Target> targets = Map.of(TO_NOWHERE, TARGET, TO_KAFKA, TARGET, BACKLOG, TARGET);
      stage.report().addToEvents(new Rates(WORK, THREADS, compared, targets, null));
    }
  }

  private static Variant commands(HikariDataSource pool) {
    return new FullCommands(pool, Semel.on(PostgresStore.on(pool)))
        .variants().stream()
            .filter(variant -> variant.name().equals(FullCommands.SEMEL))
            .findFirst()
            .orElseThrow();
  }

  private static Round beside(OutboxChild relay, Crew crew, Variant commands, Duration time) {
    relay.reset();
    relay.open();
    try {
      return crew.work(commands.work(), time);
    } finally {
      relay.shut();
    }
  }
}
