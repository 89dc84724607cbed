package dev.semel.postgres.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.Isolation;
import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A lock that locks nothing, as on some engines that speak PostgreSQL's protocol. Both attempts run
 * their effect to the end at the same time, and the unique key of the record decides.
 */
@ExtendWith(PostgresExtension.class)
class NoLockIT {
  private final ProtocolSupport support;
  private final DataSource withoutLocks;
  private final String key = ProtocolSupport.newKey();
  private final AtomicInteger runs = new AtomicInteger();
  private final CyclicBarrier bothRun = new CyclicBarrier(2);

  NoLockIT(PostgresDatabase database) {
    this.support = new ProtocolSupport(database);
    this.withoutLocks = support.withLockFunction("BEGIN RETURN true; END");
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void endsInOneEffectAndAReplay(Isolation isolation) {
    var intent = ProtocolSupport.intent(key, isolation);

    assertOneEffectAndAReplay(
        () -> ProtocolSupport.node(withoutLocks).once(intent, this::countWithTheOther));
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void endsInOneEffectAndAReplayInTransactionsOfTheCallersToo(Isolation isolation) {
    assertOneEffectAndAReplay(
        () -> ProtocolSupport.joined(withoutLocks, isolation, key, this::countWithTheOther));
  }

  @Test
  void auditAndEventsOfTheLoserAreRolledBack() {
    var intent = ProtocolSupport.intent(key);
    Supplier<Outcome<String>> attempt =
        () ->
            ProtocolSupport.node(withoutLocks)
                .once(
                    intent,
                    effect -> {
                      String token = countWithTheOther(effect);
                      effect.audit("COUNT", key + "/" + token, null);
                      effect.publish(Event.of("counter", key, "Counted", null));
                      return token;
                    });

    assertOneEffectAndAReplay(attempt);

    assertThat(rowsWith("SELECT count(*) FROM semel.audit WHERE key = ?")).isEqualTo(1);
    assertThat(rowsWith("SELECT count(*) FROM semel.outbox WHERE aggregateid = ?")).isEqualTo(1);
  }

  @Test
  void sameKeyWithDifferentPayloadLeavesOneEffectAndAMismatch() {
    var first = ProtocolSupport.start(() -> count("payload"));
    var second = ProtocolSupport.start(() -> count("another payload"));
    List<Outcome<String>> outcomes =
        List.of(ProtocolSupport.result(first), ProtocolSupport.result(second));

    assertThat(runs).as("both ran").hasValue(2);
    assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(Outcome.Mismatch.class::isInstance).hasSize(1);
    assertThat(rowsWith("SELECT count(*) FROM counted WHERE intent_key = ?")).isEqualTo(1);
  }

  private Outcome<String> count(String payload) {
    return ProtocolSupport.node(withoutLocks)
        .once(ProtocolSupport.COUNT.intent("acme", key, payload), this::countWithTheOther);
  }

  private long rowsWith(String sql) {
    return support.database.queryLong(sql, key);
  }

  private void assertOneEffectAndAReplay(Supplier<Outcome<String>> attempt) {
    var one = ProtocolSupport.start(attempt);
    var two = ProtocolSupport.start(attempt);
    List<Outcome<String>> outcomes =
        List.of(ProtocolSupport.result(one), ProtocolSupport.result(two));

    assertThat(runs).as("both ran").hasValue(2);
    assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(Outcome.Replayed.class::isInstance).hasSize(1);
    support.assertCountedOnce(key, outcomes.get(0), outcomes.get(1));
  }

  private String countWithTheOther(JdbcEffect effect) throws SQLException {
    String token = ProtocolSupport.count(effect);
    if (runs.incrementAndGet() <= 2) {
      ProtocolSupport.meet(bothRun);
    }
    return token;
  }
}
