package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import org.junit.jupiter.api.Test;

class StatusPolicyTest {
  @Test
  void successesRedirectionsAndMostClientErrorsAreKept() {
    Set<Integer> not = Set.of(206, 304, 401, 403, 407, 408, 416, 419, 421, 425, 429, 431);
    StatusPolicy policy = StatusPolicy.standard();

    for (int status = 100; status < 600; status++) {
      boolean expected = status >= 200 && status < 500 && !not.contains(status);
      assertThat(policy.stores(status)).as("status " + status).isEqualTo(expected);
    }
  }

  @Test
  void exceptionsChangeACopyOnly() {
    StatusPolicy changed = StatusPolicy.standard().also(500, 429).except(404);

    assertThat(changed.stores(500)).isTrue();
    assertThat(changed.stores(429)).isTrue();
    assertThat(changed.stores(404)).isFalse();
    assertThat(StatusPolicy.standard().stores(500)).isFalse();
    assertThat(StatusPolicy.standard().stores(404)).isTrue();
  }

  @Test
  void whatAnswersAConditionalRequestIsNeverKept() {
    for (int never : new int[] {206, 304, 416}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> StatusPolicy.standard().also(never))
          .withMessageContaining("never kept");
    }
  }

  @Test
  void theFirstAndTheLastFinalStatusCanBeKept() {
    StatusPolicy all = StatusPolicy.standard().except(200).also(200, 599);

    assertThat(all.stores(200)).isTrue();
    assertThat(all.stores(599)).isTrue();
    assertThat(StatusPolicy.isNeverKept(200)).isFalse();
    assertThat(StatusPolicy.isNeverKept(599)).isFalse();
    assertThat(StatusPolicy.isNeverKept(199)).isTrue();
    assertThat(StatusPolicy.isNeverKept(600)).isTrue();
  }

  @Test
  void noStatusesAreRefused() {
    for (int nonsense : new int[] {-1, 0, 103, 600, 1_000}) {
      assertThatIllegalArgumentException().isThrownBy(() -> StatusPolicy.standard().also(nonsense));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> StatusPolicy.standard().except(nonsense));
      assertThat(StatusPolicy.standard().stores(nonsense)).isFalse();
    }
  }
}
