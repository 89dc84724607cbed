package dev.semel.rabbitmq;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.rabbitmq.client.ConnectionFactory;
import org.junit.jupiter.api.Test;

class RabbitSettingsTest {
  private final ConnectionFactory factory = new ConnectionFactory();

  @Test
  void aConnectionWhoseDeathNobodyNoticesIsRefused() {
    factory.setRequestedHeartbeat(0);
    RabbitSink.Builder sink =
        RabbitSink.builder(factory, "/cases").routing(RabbitRouting.toQueue("q"));
    assertThatIllegalArgumentException().isThrownBy(sink::build).withMessageContaining("heartbeat");
  }

  @Test
  void aSinkMustKnowWhereEventsGo() {
    RabbitSink.Builder sink = RabbitSink.builder(factory, "/cases");
    assertThatNullPointerException().isThrownBy(sink::build).withMessageContaining("routing");
  }

  @Test
  void nonsenseIsRefusedAtOnce() {
    RabbitSink.Builder sink = RabbitSink.builder(factory, "/cases");
    assertThatIllegalArgumentException().isThrownBy(() -> sink.maxBodyBytes(0));
    assertThatIllegalArgumentException().isThrownBy(() -> RabbitSink.builder(factory, " "));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RabbitRoute("x", "k".repeat(256)))
        .withMessageContaining("routing key has 256 bytes");
  }
}
