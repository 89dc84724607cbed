package dev.semel.bench.work;

import dev.semel.Intent;
import dev.semel.IntentId;
import dev.semel.Isolation;
import dev.semel.Semel;
import dev.semel.bench.measure.Work;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.Attempt;
import dev.semel.spi.Store;
import java.sql.Connection;
import javax.sql.DataSource;

/** Semel on a record table of a certain size, in a schema of its own. */
public final class RecordTable {
  private final int records;
  private final Store<Connection> store;
  private final Semel semel;

  private RecordTable(int records, Store<Connection> store) {
    this.records = records;
    this.store = store;
    this.semel = Semel.on(store);
  }

  /** On a schema that was filled before. */
  public static RecordTable on(DataSource pool, String schema, int records) {
    return new RecordTable(records, PostgresStore.builder(pool).schema(schema).build());
  }

  public int records() {
    return records;
  }

  public Semel semel() {
    return semel;
  }

  /** Claims a fresh intent and gives it back; only the claim itself counts. */
  public Work.Timed claim() {
    return () -> {
      IntentId fresh = freshIntent().id();
      try (Attempt<Connection> attempt = store.begin(Isolation.DATABASE_DEFAULT)) {
        long startNanos = System.nanoTime();
        attempt.claim(fresh);
        return System.nanoTime() - startNanos;
      }
    };
  }

  private static Intent<String> freshIntent() {
    return SmallCommands.PAY.intent(Samples.TENANT, Ids.random().toString(), Samples.PAYLOAD);
  }

  /** Runs a fresh command. */
  public Work.Timed command() {
    return Work.timed(() -> SmallCommands.run(semel, SmallCommands.PAY));
  }
}
