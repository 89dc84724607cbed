package dev.semel.torture.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.SemelException;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.IntentRecord;
import dev.semel.testing.net.Fault;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.torture.role.RoleSettings.Role;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The janitor's decision, on a real server whose reply to it is lost. */
@ExtendWith(PostgresExtension.class)
class LostDecisionIT {
  private static final Operation<byte[], Done> CHEQUE =
      Operation.named("cheque")
          .taking(Fingerprinter.bytes())
          .answeringNothing()
          .retainedFor(Duration.ofDays(1));

  private final PostgresDatabase database;

  LostDecisionIT(PostgresDatabase database) {
    this.database = database;
  }

  private void insertUnknown() {
    Objects.requireNonNull(PostgresStore.builder(database.dataSource()).migrate().build());
    database.execute(
        """
        INSERT INTO semel.intent (
          key, state, reason, fence, claimed_at, record_id, attempts,
          tenant, operation, principal, fingerprint_scheme, fingerprint_schema, fingerprint)
        VALUES ('k-1', 'UNKNOWN', 'no reply', 1, now(), gen_random_uuid(), 1,
          'acme', 'cheque', '', 'text-1', 1, sha256('x'))
        """);
  }

  @Test
  void aDecisionWhoseReplyIsLostIsFoundByWhatTheFaultWaitsForAndHolds() {
    insertUnknown();
    try (FaultProxy link = FaultProxy.to(database.host(), database.port())) {
      Semel semel =
          Semel.on(PostgresStore.builder(database.dataSourceVia(link.host(), link.port())).build());
      IntentRecord record = semel.records().unknown(1).get(0);
      Fault lost = link.onMessage(Blow.commit(Role.JANITOR, 1)).loseReply();

      decide(semel, record);

      assertThat(lost.firedCount()).isEqualTo(1);
      assertThat(semel.records().unknown(1)).isEmpty();
    }
  }

  private static void decide(Semel semel, IntentRecord record) {
    try {
      boolean applied =
          semel.recoveries(CHEQUE).markSafeToRetry(record, "booking knows its key", "janitor");
      assertThat(applied).isFalse();
    } catch (SemelException e) {
      // It cannot know what became of it.
    }
  }
}
