package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.CommitUnknownException;
import dev.semel.Duplicates;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.RetriesExhaustedException;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.testing.net.Direction;
import dev.semel.testing.net.Fault;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The connection is cut again and again, each time a little later, until a command passes
 * untouched. What the caller is told after each cut must hold. The steps are smaller than any
 * flight, so that every message is hit.
 */
@ExtendWith(PostgresExtension.class)
class EveryCutIT {
  private static final int MAX_CUTS = 2_000;

  private final PostgresDatabase database;
  private final FailureSupport till;
  private final Semel healthy;
  private FaultProxy proxy;
  private int cutBeforeCommitWasSent;
  private int cutWithCommitUnderWay;

  EveryCutIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
    this.healthy = till.semel();
  }

  @BeforeEach
  void openTheProxy() {
    proxy = FaultProxy.to(database.host(), database.port());
  }

  @AfterEach
  void closeTheProxy() {
    proxy.close();
  }

  @ParameterizedTest
  @CsvSource({"TO_SERVER, 53", "TO_CLIENT, 23"})
  void fromTheFirstByteOfTheLogin(Direction direction, int step) {
    Semel broken = till.semel(database.dataSourceVia(proxy.host(), proxy.port()));

    cutLaterAndLater(broken, () -> {}, direction, step);
  }

  /** The statements are prepared already, so a flight has other messages than the first time. */
  @ParameterizedTest
  @CsvSource({"TO_SERVER, 17", "TO_CLIENT, 7"})
  void fromTheFirstByteOnAWarmPooledConnection(Direction direction, int step) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(
        database.dataSourceVia(proxy.host(), proxy.port(), Map.of("prepareThreshold", "1")));
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      Semel broken = till.semel(pool);
      Runnable warmUp = () -> broken.once(patient(FailureSupport.newKey()), FailureSupport::pay);

      cutLaterAndLater(broken, warmUp, direction, step);
    }
  }

  private void cutLaterAndLater(Semel broken, Runnable warmUp, Direction direction, int step) {
    boolean untouched = false;
    for (int cuts = 0; !untouched; cuts++) {
      assertThat(cuts).as("the command never passed").isLessThan(MAX_CUTS);
      warmUp.run();
      Fault fault = proxy.cutAfterBytes(direction, (long) cuts * step);
      callTwice(broken);
      untouched = fault.firedCount() == 0;
      proxy.heal();
    }
    assertThat(cutBeforeCommitWasSent).isPositive();
    assertThat(cutWithCommitUnderWay).isPositive();
  }

  private void callTwice(Semel broken) {
    String key = FailureSupport.newKey();
    Outcome<String> first = callWithoutRetry(broken, key);
    Outcome<String> second = healthy.once(patient(key), FailureSupport::pay);

    till.assertPaidOnce(key, second);
    if (first != null) {
      assertThat(first).isInstanceOf(Outcome.Executed.class);
      assertThat(first.orElseThrow()).isEqualTo(second.orElseThrow());
      assertThat(second).isInstanceOf(Outcome.Replayed.class);
    }
  }

  /** Null if it gave up; then it must not have claimed more than it can know. */
  private @Nullable Outcome<String> callWithoutRetry(Semel broken, String key) {
    try {
      return broken.once(hasty(key), FailureSupport::pay);
    } catch (RetriesExhaustedException nothingWasCommitted) {
      till.assertNothingStored(key);
      cutBeforeCommitWasSent++;
      return null;
    } catch (CommitUnknownException itMayHaveBeen) {
      cutWithCommitUnderWay++;
      return null;
    }
  }

  private static Intent<String> hasty(String key) {
    RetryPolicy never = RetryPolicy.never().within(Duration.ofNanos(1));
    return FailureSupport.PAY.retrying(never).intent("acme", key, "42.00 EUR");
  }

  /** A backend that has not noticed its loss still holds the claim for a moment. */
  private static Intent<String> patient(String key) {
    return FailureSupport.PAY
        .duplicates(Duplicates.waitUpTo(Duration.ofMinutes(1)))
        .intent("acme", key, "42.00 EUR");
  }
}
