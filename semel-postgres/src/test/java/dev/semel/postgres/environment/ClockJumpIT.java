package dev.semel.postgres.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Lease;
import dev.semel.LeaseAttempt;
import dev.semel.LeaseLostException;
import dev.semel.LeaseTerms;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.PurgeSettings;
import dev.semel.Retention;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.postgres.PostgresStore;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What holds when the clock of a real database jumps. */
@Tag("thorough")
class ClockJumpIT {
  private static final Operation<String, String> OPEN =
      Operation.named("open")
          .taking(Fingerprinter.text())
          .answering(Codec.text())
          .retainedFor(Duration.ofDays(7));
  private static final LeaseTerms<String> ONE_MINUTE =
      LeaseTerms.of(Duration.ofMinutes(1), Takeover.takeOver());

  private static JumpingClockServer server;
  private static Semel semel;

  private final String key = UUID.randomUUID().toString();
  private final Intent<String> intent = OPEN.intent("acme", key, "payload");

  @BeforeAll
  static void start() {
    assumeTrue(JumpingClockServer.isInstalled(), JumpingClockServer.HOW_TO_INSTALL);
    server = JumpingClockServer.start();
    semel = Semel.on(PostgresStore.builder(server.dataSource()).migrate().build());
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void setTheClockRight() {
    server.jump(Duration.ZERO);
  }

  private Lease<String> lease() {
    return ((LeaseAttempt.Granted<String>) semel.lease(intent, ONE_MINUTE)).lease();
  }

  @Test
  void ownerWhoseLeaseAForwardJumpEndedCommitsNothing() {
    Lease<String> first = lease();
    server.jump(Duration.ofHours(1));
    Lease<String> second = lease();

    assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> first.complete("first"));
    second.complete("second");

    assertThat(semel.once(intent, effect -> "again").orElseThrow()).isEqualTo("second");
  }

  @Test
  void backwardJumpKeepsTheLeaseOfItsOwner() {
    Lease<String> first = lease();
    server.jump(Duration.ofHours(-1));

    assertThat(semel.lease(intent, ONE_MINUTE)).isNotInstanceOf(LeaseAttempt.Granted.class);
    first.heartbeat();
    assertThat(first.complete("first")).isInstanceOf(Outcome.Executed.class);
  }

  @Test
  void backwardJumpKeepsTheAnswer() {
    semel.once(intent, effect -> "first");
    server.jump(Duration.ofDays(-30));

    assertThat(semel.once(intent, effect -> "second").orElseThrow()).isEqualTo("first");
    assertThat(semel.purge(PurgeSettings.standard())).isZero();
  }

  /** The condition that the guide states next to the guarantee. */
  @Test
  void forwardJumpPastTheRetentionMakesTheSameKeyANewIntent() {
    Intent<String> permanent =
        OPEN.retained(Retention.permanent()).intent("acme", key + " permanent", "payload");
    semel.once(intent, effect -> "first");
    semel.once(permanent, effect -> "first");
    server.jump(Duration.ofDays(8));

    assertThat(semel.once(intent, effect -> "second").orElseThrow()).isEqualTo("second");
    assertThat(semel.once(permanent, effect -> "second").orElseThrow()).isEqualTo("first");
  }

  @Test
  void purgeAfterAForwardJumpLeavesRunningWork() {
    semel.once(intent, effect -> "first");
    Intent<String> running = OPEN.intent("acme", key + " running", "payload");
    Lease<String> lease =
        ((LeaseAttempt.Granted<String>)
                semel.lease(running, LeaseTerms.of(Duration.ofMinutes(1), Takeover.takeOver())))
            .lease();
    server.jump(Duration.ofDays(400));

    assertThat(semel.purge(PurgeSettings.standard())).isPositive();

    assertThat(lease.complete("done")).isInstanceOf(Outcome.Executed.class);
  }
}
