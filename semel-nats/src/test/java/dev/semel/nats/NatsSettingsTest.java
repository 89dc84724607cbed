package dev.semel.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.nats.client.Options;
import org.junit.jupiter.api.Test;

class NatsSettingsTest {
  private final Options options = Options.builder().server("nats://127.0.0.1:1").build();

  @Test
  void aSinkMustKnowWhereEventsGo() {
    NatsSink.Builder sink = NatsSink.builder(options, "/cases");
    assertThatNullPointerException().isThrownBy(sink::build).withMessageContaining("subjects");
  }

  @Test
  void nonsenseIsRefusedAtOnce() {
    assertThatIllegalArgumentException().isThrownBy(() -> NatsSink.builder(options, " "));
    assertThatIllegalArgumentException().isThrownBy(() -> NatsSubjects.under("cases.>"));
  }

  @Test
  void headersAreEncodedAsTheBindingHasIt() {
    assertThat(OutgoingMessages.encoded("Euro €😀")).isEqualTo("Euro%20%E2%82%AC%F0%9F%98%80");
    assertThat(OutgoingMessages.encoded("a\"b%c~")).isEqualTo("a%22b%25c~");
  }
}
