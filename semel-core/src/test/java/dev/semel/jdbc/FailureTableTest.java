package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.spi.Verdict;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureTableTest {
  private final FailureTable table =
      FailureTable.of(
          List.of(
              new FailureTable.Row("40", Verdict.FINAL, "class"),
              new FailureTable.Row("40001", Verdict.RETRY, "serialization")));

  @Test
  void theLongerMatchWins() {
    assertThat(table.classify(sql("40001")).verdict()).isEqualTo(Verdict.RETRY);
    assertThat(table.classify(sql("40999")).meaning()).isEqualTo("class");
  }

  @Test
  void aRowOfYourOwnWinsOverOneThatIsAsSpecific() {
    FailureTable changed = table.with("40001", Verdict.FINAL, "mine");

    assertThat(changed.classify(sql("40001")).meaning()).isEqualTo("mine");
    assertThat(table.classify(sql("40001")).meaning()).isEqualTo("serialization");
  }

  @Test
  void theRowsAreThoseGivenAndThenThoseAdded() {
    assertThat(table.with("23", Verdict.FINAL, "mine").rows())
        .extracting(FailureTable.Row::sqlState)
        .containsExactly("40", "40001", "23");
  }

  @Test
  void theWholeChainIsLookedThrough() {
    SQLException head = sql("99999");
    head.setNextException(sql("40001"));
    RuntimeException wrapped = new IllegalStateException(new RuntimeException(head));

    assertThat(table.classify(wrapped).verdict()).isEqualTo(Verdict.RETRY);
  }

  @Test
  void aSuppressedFailureCountsToo() {
    RuntimeException outer = new RuntimeException("close failed");
    outer.addSuppressed(new RuntimeException(sql("40001")));

    assertThat(table.classify(outer).verdict()).isEqualTo(Verdict.RETRY);
  }

  @Test
  void aChainThatBitesItsTailEnds() {
    RuntimeException one = new RuntimeException();
    RuntimeException two = new RuntimeException(one);
    one.initCause(two);

    assertThat(table.classify(one).verdict()).isEqualTo(Verdict.FINAL);
  }

  @Test
  void withoutAnSqlStateTheClassOfTheExceptionCounts() {
    assertThat(table.classify(new SQLTransientConnectionException("pool is empty")).verdict())
        .isEqualTo(Verdict.RETRY);
    assertThat(table.classify(new SQLRecoverableException("gone")).verdict())
        .isEqualTo(Verdict.RESOLVE);
    assertThat(table.classify(new IllegalStateException()).verdict()).isEqualTo(Verdict.FINAL);
  }

  @Test
  void whatIsNoSqlStateIsRefused() {
    assertThatThrownBy(() -> table.with("4000", Verdict.RETRY, "typo"))
        .hasMessageContaining("'4000'");
  }

  private static SQLException sql(String state) {
    return new SQLException("message", state);
  }
}
