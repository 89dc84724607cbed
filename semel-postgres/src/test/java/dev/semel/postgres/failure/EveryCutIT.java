package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Duplicates;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.testing.net.Direction;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The connection is cut again and again, each time a little later, until a command passes
 * untouched. What the caller is told after each cut must hold. The steps are smaller than any
 * flight, so that every message is hit.
 */
@Tag("thorough")
@ExtendWith(PostgresExtension.class)
class EveryCutIT {
  private final FailureSupport till;
  private final Semel healthy;
  private final Cuts cuts;

  EveryCutIT(PostgresDatabase database) {
    this.till = new FailureSupport(database);
    this.healthy = till.semel();
    this.cuts = new Cuts(database);
  }

  @AfterEach
  void closeTheProxy() {
    cuts.close();
  }

  @ParameterizedTest
  @CsvSource({"TO_SERVER, 53", "TO_CLIENT, 23"})
  void fromTheFirstByteOfTheLogin(Direction direction, int step) {
    Semel broken = till.semel(cuts.dataSource(Map.of()));

    cuts.laterAndLater(direction, step, () -> {}, () -> callTwice(broken));
  }

  /** The statements are prepared already, so a flight has other messages than the first time. */
  @ParameterizedTest
  @CsvSource({"TO_SERVER, 17", "TO_CLIENT, 7"})
  void fromTheFirstByteOnAWarmPooledConnection(Direction direction, int step) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(cuts.dataSource(Map.of("prepareThreshold", "1")));
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      Semel broken = till.semel(pool);
      Runnable warmUp = () -> broken.once(patient(FailureSupport.newKey()), FailureSupport::pay);

      cuts.laterAndLater(direction, step, warmUp, () -> callTwice(broken));
    }
  }

  private void callTwice(Semel broken) {
    String key = FailureSupport.newKey();
    Outcome<String> first =
        cuts.unlessGivenUp(
            () -> broken.once(hasty(key), FailureSupport::pay),
            () -> till.assertNothingStored(key));
    Outcome<String> second = healthy.once(patient(key), FailureSupport::pay);

    till.assertPaidOnce(key, second);
    if (first != null) {
      assertThat(first).isInstanceOf(Outcome.Executed.class);
      assertThat(first.orElseThrow()).isEqualTo(second.orElseThrow());
      assertThat(second).isInstanceOf(Outcome.Replayed.class);
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
