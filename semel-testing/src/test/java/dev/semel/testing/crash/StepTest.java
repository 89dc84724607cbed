package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a step is known by. */
class StepTest {
  private static Step step(String text) {
    return new Step(1, text, 1, false);
  }

  /** A pool's connections have come to different numbers. */
  @Test
  void savepointsWithoutANameAreAlike() {
    assertThat(
            step("SAVEPOINT \"JDBC_SAVEPOINT_7\"")
                .isSameAs(step("SAVEPOINT \"JDBC_SAVEPOINT_12\"")))
        .isTrue();
    assertThat(step("ROLLBACK TO JDBC_SAVEPOINT_7").isSameAs(step("ROLLBACK TO JDBC_SAVEPOINT_8")))
        .isTrue();
  }

  @Test
  void savepointsWithANameAreKnownByIt() {
    assertThat(step("SAVEPOINT before_1").isSameAs(step("SAVEPOINT before_2"))).isFalse();
  }
}
