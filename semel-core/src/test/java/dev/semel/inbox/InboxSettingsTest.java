package dev.semel.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class InboxSettingsTest {
  @Test
  void markersMustOutliveTheRedeliveryWindowAndTheRefusalSaysWhy() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MarkerRetention(Duration.ofDays(7), Duration.ofDays(7)))
        .withMessageContaining("PT168H")
        .withMessageContaining("would be applied twice")
        .withMessageContaining("keep markers longer than the redelivery window");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MarkerRetention(Duration.ZERO, Duration.ofDays(7)));
    assertThat(MarkerRetention.permanent().period()).isNull();
    MarkerRetention standard = MarkerRetention.standard();
    assertThat(standard.period()).isGreaterThan(standard.redeliveryWindow());
  }

  @Test
  void nonsenseIsRefusedAtOnce() {
    assertThatIllegalArgumentException().isThrownBy(() -> ConsumerSettings.named("", "acme"));
    assertThatIllegalArgumentException().isThrownBy(() -> ConsumerSettings.named("a", "b\0"));
    assertThatIllegalArgumentException().isThrownBy(() -> Message.of("s", "", null));
    assertThatIllegalArgumentException().isThrownBy(() -> Message.of("s", "i\ud800", null));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkSettings.standard().batches(0))
        .withMessage("max batch is 0; give 1 to 1000");
    assertThatIllegalArgumentException().isThrownBy(() -> WorkSettings.standard().attempts(0));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> WorkSettings.standard().backoff(Duration.ofHours(2), Duration.ofHours(1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VersionGuard.parking().gapTimeout(Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> ReplayRequest.of("a", "a"));
  }

  @Test
  void theBackoffDoublesWithJitterUpToItsEnd() {
    WorkSettings work =
        WorkSettings.standard().backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));
    assertThat(work.backoffAfter(1, 1)).isEqualTo(Duration.ofSeconds(1));
    assertThat(work.backoffAfter(1, 0)).isEqualTo(Duration.ofMillis(500));
    assertThat(work.backoffAfter(3, 1)).isEqualTo(Duration.ofSeconds(4));
    assertThat(work.backoffAfter(1_000, 1)).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void aMessageIsAnIntentOfItsConsumer() {
    ConsumerSettings consumer = ConsumerSettings.named("shelf", "acme");
    var intent = consumer.intentOf(Message.of("orders", "m-1", null));
    assertThat(intent.scope().tenant()).isEqualTo("acme");
    assertThat(intent.scope().operation()).isEqualTo("shelf");
    assertThat(intent.scope().principal()).isEqualTo("orders");
    assertThat(intent.key()).isEqualTo("m-1");
    var other = consumer.intentOf(Message.of("orders", "m-1", null).tenant("other"));
    assertThat(other.scope().tenant()).isEqualTo("other");
  }

  @Test
  void anIdIsNeverShown() {
    Message message = Message.of("orders", "customer-4711", new byte[] {1}).type("Placed");
    assertThat(message.toString()).contains("orders").doesNotContain("4711");
  }

  @Test
  void aTombstoneIsNotAnEmptyPayload() {
    assertThat(PayloadHash.of(null)).isNotEqualTo(PayloadHash.of(new byte[0]));
    assertThat(PayloadHash.of(new byte[] {1})).isEqualTo(PayloadHash.of(new byte[] {1}));
  }
}
