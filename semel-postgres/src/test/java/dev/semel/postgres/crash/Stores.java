package dev.semel.postgres.crash;

import dev.semel.Semel;
import dev.semel.inbox.Inbox;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.time.SettableClock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A service makes its store once, and the store looks at the schema then. */
final class Stores {
  private final Map<DataSource, PostgresStore> bySource = new ConcurrentHashMap<>();
  private final @Nullable SettableClock clock;

  /** Makes none yet. Without a clock, the database's counts. */
  Stores(@Nullable SettableClock clock) {
    this.clock = clock;
  }

  private PostgresStore of(DataSource source) {
    return bySource.computeIfAbsent(source, this::make);
  }

  Semel semel(Trial trial) {
    return semel(trial.dataSource());
  }

  Semel semel(DataSource source) {
    return Semel.on(of(source));
  }

  Inbox inbox(Trial trial) {
    return inbox(trial.dataSource());
  }

  Inbox inbox(DataSource source) {
    return Inbox.on(of(source).inbox());
  }

  private PostgresStore make(DataSource source) {
    PostgresStore.Builder builder = PostgresStore.builder(source);
    return clock == null ? builder.build() : builder.clock(clock).build();
  }
}
