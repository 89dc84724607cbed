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
  void aNameThatTheServerWouldNotAnswerToIsRefused() {
    for (String unfit : new String[] {"", "dash.board", "dash board", "dash/board", "dash*", ">"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Links.checkedName("durable consumer", unfit))
          .withMessageContaining("'%s' cannot be the name of a durable consumer", unfit);
    }
    assertThat(Links.checkedName("stream", "CASES_of-2026")).isEqualTo("CASES_of-2026");
  }

  @Test
  void headersAreEncodedAsTheBindingHasIt() {
    assertThat(OutgoingMessages.encoded("Euro €😀")).isEqualTo("Euro%20%E2%82%AC%F0%9F%98%80");
    assertThat(OutgoingMessages.encoded("a\"b%c~")).isEqualTo("a%22b%25c~");
  }
}
