package dev.semel.postgres.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.PurgeSettings;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Purgers leave to each other what another has in hand. */
@ExtendWith(PostgresExtension.class)
class PurgersNeverWaitIT {
  private static final Operation<String, Done> NOTE =
      Operation.named("note")
          .taking(Fingerprinter.text())
          .answeringNothing()
          .retainedFor(Duration.ofDays(1));

  private final SettableClock clock = SettableClock.create();
  private final PostgresDatabase database;
  private final Semel semel;

  PurgersNeverWaitIT(PostgresDatabase database) {
    this.database = database;
    // Whoever waits for a lock fails after a millisecond, so that no wait goes unnoticed.
    this.semel =
        Semel.on(
            PostgresStore.builder(database.dataSource(Map.of("options", "-c lock_timeout=1ms")))
                .migrate()
                .clock(clock)
                .build());
  }

  @Test
  void aRecordThatAnotherPurgeHasInHandIsLeftToIt() throws SQLException {
    for (String key : new String[] {"a", "b", "c"}) {
      semel.perform(NOTE.intent("acme", key, "payload"), effect -> {});
    }
    clock.advance(Duration.ofDays(2));

    try (Connection other = database.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("SELECT 1 FROM semel.intent WHERE key = 'b' FOR UPDATE");

      assertThat(semel.purge(PurgeSettings.standard())).isEqualTo(2);
      other.rollback();
    }
    assertThat(semel.purge(PurgeSettings.standard())).isEqualTo(1);
  }
}
