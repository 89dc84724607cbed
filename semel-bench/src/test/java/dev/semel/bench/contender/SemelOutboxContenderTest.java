package dev.semel.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.inbox.Consumed;
import dev.semel.relay.Delivery;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SemelOutboxContenderTest {
  private final List<String> settled = new ArrayList<>();

  @Test
  void whatTheInboxTookCareOfIsPublished() {
    SemelOutboxContender.settle(delivery(), new Consumed.Duplicate());

    assertThat(settled).containsExactly("published");
  }

  @Test
  void whatAnotherAttemptWorksOnIsToBeDeliveredAgain() {
    SemelOutboxContender.settle(delivery(), new Consumed.InProgress(Duration.ofSeconds(2)));

    assertThat(settled).containsExactly("failed [another attempt is at work, PT2S]");
  }

  @Test
  void whateverElseTheInboxSaysSettlesTheDeliveryToo() {
    SemelOutboxContender.settle(delivery(), new Consumed.Gap(7));

    assertThat(settled).containsExactly("failed [the inbox says Gap]");
  }

  /** One that remembers how it was settled. */
  private Delivery delivery() {
    return (Delivery)
        Proxy.newProxyInstance(
            Delivery.class.getClassLoader(),
            new Class<?>[] {Delivery.class},
            (proxy, method, arguments) -> {
              String with = arguments == null ? "" : " " + Arrays.toString(arguments);
              settled.add(method.getName() + with);
              return null;
            });
  }
}
