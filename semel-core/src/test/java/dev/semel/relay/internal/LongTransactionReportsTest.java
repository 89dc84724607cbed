package dev.semel.relay.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.relay.OpenTransaction;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LongTransactionReportsTest {
  private final LongTransactionReports reports = new LongTransactionReports(Duration.ofMinutes(1));

  private static OpenTransaction transaction(int processId, long seconds) {
    return new OpenTransaction(
        processId, "app", "", null, "idle in transaction", Duration.ofSeconds(seconds), null);
  }

  @Test
  void transactionIsReportedWhenItReachesTheLimit() {
    assertThat(reports.isDue(null)).isFalse();
    assertThat(reports.isDue(transaction(1, 59))).isFalse();
    assertThat(reports.isDue(transaction(1, 60))).isTrue();
  }

  @Test
  void transactionIsReportedAgainWhenItsAgeHasDoubled() {
    assertThat(reports.isDue(transaction(1, 60))).isTrue();
    assertThat(reports.isDue(transaction(1, 65))).isFalse();
    assertThat(reports.isDue(transaction(1, 119))).isFalse();
    assertThat(reports.isDue(transaction(1, 120))).isTrue();
    assertThat(reports.isDue(transaction(1, 239))).isFalse();
    assertThat(reports.isDue(transaction(1, 240))).isTrue();
  }

  @Test
  void anotherTransactionIsReportedAtTheLimit() {
    assertThat(reports.isDue(transaction(1, 600))).isTrue();
    assertThat(reports.isDue(transaction(2, 61))).isTrue();
    assertThat(reports.isDue(transaction(2, 62))).isFalse();
  }

  @Test
  void laterTransactionOfTheSameProcessIsReportedAtTheLimit() {
    assertThat(reports.isDue(transaction(1, 600))).isTrue();
    assertThat(reports.isDue(transaction(1, 30))).isFalse();
    assertThat(reports.isDue(transaction(1, 60))).isTrue();
  }
}
