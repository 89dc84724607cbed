package dev.semel.postgres.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Isolation;
import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The claim has looked for the record, finds none, and is held up before it takes the lock. Until
 * it goes on, the first owner commits and lets its lock go. The claim gets the lock and believes,
 * wrongly, that nobody ran the intent.
 */
@ExtendWith(PostgresExtension.class)
class StaleSnapshotIT {
  private static final String GATE = "99";

  private final PostgresDatabase database;
  private final ProtocolSupport support;
  private final DataSource heldUp;
  private final String key = ProtocolSupport.newKey();
  private final AtomicInteger lateRuns = new AtomicInteger();
  private Connection gatekeeper;

  StaleSnapshotIT(PostgresDatabase database) {
    this.database = database;
    this.support = new ProtocolSupport(database);
    this.heldUp =
        support.withLockFunction(
            """
            BEGIN
              PERFORM pg_advisory_xact_lock_shared(%s);
              RETURN pg_catalog.pg_try_advisory_xact_lock(wanted);
            END
            """
                .formatted(GATE));
  }

  @BeforeEach
  void closeTheGate() throws SQLException {
    gatekeeper = database.connect();
    execute("SELECT pg_advisory_lock(" + GATE + ")");
  }

  @AfterEach
  void dismissTheGatekeeper() throws SQLException {
    gatekeeper.close();
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void endsInOneEffectAndAReplay(Isolation isolation) throws SQLException {
    var intent = ProtocolSupport.intent(key, isolation);

    assertOneEffectAndAReplay(() -> ProtocolSupport.node(heldUp).once(intent, this::countLate));
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void endsInOneEffectAndAReplayInATransactionOfTheCallersToo(Isolation isolation)
      throws SQLException {
    assertOneEffectAndAReplay(
        () -> ProtocolSupport.joined(heldUp, isolation, key, this::countLate));
  }

  private void assertOneEffectAndAReplay(Supplier<Outcome<String>> lateAttempt)
      throws SQLException {
    CompletableFuture<Outcome<String>> late = ProtocolSupport.start(lateAttempt);
    ProtocolSupport.await("the claim is held up", () -> support.waitingForLocks() == 1);

    Outcome<String> first =
        support.node().once(ProtocolSupport.intent(key), ProtocolSupport::count);
    execute("SELECT pg_advisory_unlock(" + GATE + ")");
    Outcome<String> second = ProtocolSupport.result(late);

    assertThat(first).isInstanceOf(Outcome.Executed.class);
    assertThat(lateRuns).as("the late attempt was granted the claim").hasValue(1);
    assertThat(second).isInstanceOf(Outcome.Replayed.class);
    support.assertCountedOnce(key, first, second);
  }

  private String countLate(JdbcEffect effect) throws SQLException {
    lateRuns.incrementAndGet();
    return ProtocolSupport.count(effect);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = gatekeeper.createStatement()) {
      statement.execute(sql);
    }
  }
}
