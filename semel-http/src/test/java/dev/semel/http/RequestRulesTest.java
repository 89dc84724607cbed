package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestRulesTest {
  private static final RequestRules STANDARD = RequestRules.standard();

  @Test
  void nothingIsChosenUnlessTold() {
    assertThat(STANDARD.isKeyAlone()).isFalse();
    assertThat(STANDARD.countsHost()).isFalse();
    assertThat(STANDARD.countsFormOrder()).isFalse();
    assertThat(STANDARD.headers()).isEmpty();
    assertThat(STANDARD.ignoredQuery()).isEmpty();
    assertThat(STANDARD.excluded()).isEmpty();
    assertThat(STANDARD.selected()).isEmpty();
    assertThat(STANDARD.formerRules()).isEmpty();
    assertThat(STANDARD.hash().name()).isEqualTo("sha-256");
  }

  @Test
  void namesAreSortedAndHeadersLoseTheirCase() {
    assertThat(STANDARD.withHeaders("Prefer", "Api-Version", "prefer").headers())
        .containsExactly("api-version", "prefer");
    assertThat(STANDARD.ignoringQuery("b", "A", "b").ignoredQuery()).containsExactly("A", "b");
  }

  @Test
  void choicesLeaveTheRulesAsTheyWere() {
    RequestRules changed = STANDARD.withHost().orderedForm().only("/a").formerly(STANDARD);

    assertThat(STANDARD.countsHost()).isFalse();
    assertThat(changed.countsHost()).isTrue();
    assertThat(changed.countsFormOrder()).isTrue();
    assertThat(changed.selected()).containsExactly("/a");
    assertThat(changed.formerRules()).containsExactly(STANDARD);
  }

  @Test
  void nonsenseIsRefusedAtOnce() {
    String[] tooMany = IntStream.rangeClosed(0, 100).mapToObj(i -> "h" + i).toArray(String[]::new);
    assertThatIllegalArgumentException().isThrownBy(() -> STANDARD.withHeaders(tooMany));
    assertThatIllegalArgumentException().isThrownBy(() -> STANDARD.withHeaders());
    assertThatIllegalArgumentException().isThrownBy(() -> STANDARD.withHeaders("not a name"));
    assertThatIllegalArgumentException().isThrownBy(() -> STANDARD.withHeaders(""));
    assertThatIllegalArgumentException().isThrownBy(() -> STANDARD.ignoringQuery(""));
    assertThatIllegalArgumentException().isThrownBy(() -> STANDARD.ignoringQuery("x".repeat(201)));
    assertThatIllegalArgumentException().isThrownBy(() -> STANDARD.excluding("amount"));
    assertThatIllegalArgumentException().isThrownBy(() -> STANDARD.only("/a", "/a/b"));
  }

  @Test
  void choicesThatContradictEachOtherAreRefused() {
    assertThatIllegalStateException().isThrownBy(() -> STANDARD.only("/a").excluding("/b"));
    assertThatIllegalStateException().isThrownBy(() -> STANDARD.excluding("/a").excluding("/b"));
    assertThatIllegalStateException().isThrownBy(() -> STANDARD.keyAlone().withHost());
    assertThatIllegalStateException().isThrownBy(() -> STANDARD.withHeaders("a").keyAlone());
  }
}
