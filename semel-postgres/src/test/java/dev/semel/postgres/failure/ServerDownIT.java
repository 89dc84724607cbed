package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.Boundary;
import dev.semel.spi.Verdict;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.StopMode;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The server crashes or is shut down in the middle of a command, and comes back. */
class ServerDownIT {
  private static OwnPostgresServer server;

  private final String key = FailureSupport.newKey();
  private final AtomicBoolean down = new AtomicBoolean();
  private final AtomicInteger runs = new AtomicInteger();
  private FailureSupport till;

  @BeforeAll
  static void start() {
    server = PostgresServer.durable();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void makeTables() {
    till = new FailureSupport(server.database("till"));
    till.changes.onRetry(this::bringItBack);
  }

  private void bringItBack() {
    if (!server.isRunning()) {
      server.restart();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE_CLAIM", "AFTER_CLAIM", "BEFORE_SETTLE"})
  void aServerThatCrashesBetweenTwoStepsLosesNothingAndDoublesNothing(Boundary place) {
    Semel semel =
        Semel.builder(PostgresStore.on(till.database.dataSource()))
            .listener(till.changes)
            .boundaries((at, intent) -> crashOnce(at == place))
            .build();

    assertExecutedOnce(semel.once(FailureSupport.intent(key), FailureSupport::pay));
  }

  @Test
  void aServerThatCrashesInTheEffectLosesNothingAndDoublesNothing() {
    assertExecutedOnce(till.semel().once(FailureSupport.intent(key), this::payAndCrashOnce));
  }

  private String payAndCrashOnce(JdbcEffect effect) throws SQLException {
    String receipt = FailureSupport.pay(effect);
    crashOnce(true);
    FailureSupport.execute(effect, "SELECT 1");
    return receipt;
  }

  @Test
  void whatWasCommittedBeforeTheCrashIsFoundAfterItThoughTheReplyWasLost() {
    try (FaultProxy proxy = FaultProxy.to(till.database.host(), till.database.port())) {
      Semel semel = till.semel(till.database.dataSourceVia(proxy.host(), proxy.port()));
      proxy.onMessage("COMMIT").loseReply();
      till.changes.onRetry(
          () -> {
            crashOnce(true);
            bringItBack();
          });

      Outcome<String> outcome =
          semel.once(
              FailureSupport.intent(key),
              effect -> {
                runs.incrementAndGet();
                return FailureSupport.pay(effect);
              });

      assertThat(runs).hasValue(1);
      assertExecutedOnce(outcome);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = StopMode.class,
      names = {"FAST", "IMMEDIATE"})
  void aServerThatIsShutDownInTheEffectIsWaitedFor(StopMode mode) {
    Outcome<String> outcome =
        till.semel()
            .once(
                FailureSupport.intent(key),
                effect -> {
                  if (down.compareAndSet(false, true)) {
                    server.stop(mode);
                  }
                  return FailureSupport.pay(effect);
                });

    assertExecutedOnce(outcome);
  }

  @Test
  void whileTheServerIsAwayEveryAttemptIsRetried() {
    Semel semel = till.semel();
    server.stop(StopMode.FAST);
    till.changes.onRetry(
        () -> {
          if (till.changes.retriedCodes().size() == 3) {
            server.restart();
          }
        });

    Outcome<String> outcome = semel.once(FailureSupport.intent(key), FailureSupport::pay);

    assertThat(till.changes.retriedCodes()).hasSizeGreaterThanOrEqualTo(3).contains("08001");
    assertThat(till.changes.retriedVerdicts()).containsOnly(Verdict.RETRY);
    till.assertPaidOnce(key, outcome);
  }

  private void crashOnce(boolean here) {
    if (here && down.compareAndSet(false, true)) {
      server.crash();
    }
  }

  private void assertExecutedOnce(Outcome<String> outcome) {
    assertThat(down).isTrue();
    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    assertThat(till.changes.retriedVerdicts())
        .isNotEmpty()
        .isSubsetOf(Verdict.RESOLVE, Verdict.RETRY);
    assertThat(till.changes.failures()).isEmpty();
    till.assertPaidOnce(key, outcome);
  }
}
