package dev.semel.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Effect;
import dev.semel.RetryPolicy;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.spi.InboxEngine;
import dev.semel.inbox.spi.MessageBody;
import dev.semel.spi.Boundary;
import dev.semel.spi.SemelListener;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the inbox suites have in common: a fixture that is empty at the start of each test, a
 * consumer, and handlers whose effects are counted.
 *
 * @param <T> the store's transaction handle
 */
public abstract class InboxContract<T> {
  static final String TENANT = "acme";
  static final String SOURCE = "orders";

  /** Patient with what passes, but a duplicate is refused at once. */
  static final ConsumerSettings CONSUMER =
      ConsumerSettings.named("shipping", TENANT)
          .patience(Duration.ZERO)
          .retrying(
              new RetryPolicy(
                  1_000, Duration.ofMinutes(2), Duration.ofNanos(1_000), Duration.ofMillis(20)));

  /** How a test ends an attempt; no store knows it, so no store takes it for something else. */
  static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Crash() {
      super("crashed on purpose");
    }
  }

  /** A handler from a lambda; it cannot rebuild. */
  record Handler<T>(BiConsumer<Message, Effect<T>> handler) implements MessageBody<T> {
    @Override
    public void apply(Message message, Effect<T> effect) {
      handler.accept(message, effect);
    }

    @Override
    public long rebuild(Message message, Effect<T> effect) {
      throw new AssertionError("nothing is to be rebuilt here");
    }
  }

  /** The fixture of this test class; the same one at each call. */
  protected abstract InboxFixture<T> fixture();

  @BeforeEach
  void startEmpty() {
    fixture().reset();
  }

  InboxEngine<T> node(String name) {
    return node(name, Boundary.Observer.none());
  }

  InboxEngine<T> node(String name, Boundary.Observer boundaries, SemelListener... listeners) {
    return fixture().inbox(name, boundaries, listeners);
  }

  static Message message(String id) {
    return Message.of(SOURCE, id, bytes("payload of " + id));
  }

  /** The same id with another payload. */
  static Message otherMessage(String id) {
    return Message.of(SOURCE, id, bytes("another payload"));
  }

  static Message keyed(String id, String key) {
    return message(id).key(key);
  }

  static Message versioned(String id, String key, long version) {
    return message(id).type("changed").about("order", key, version);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static List<Message> messages(int count) {
    return IntStream.range(0, count).mapToObj(i -> message("m" + i)).toList();
  }

  /** Adds an effect named like the message. */
  MessageBody<T> inserting() {
    return handling((message, effect) -> insert(message, effect));
  }

  MessageBody<T> handling(BiConsumer<Message, Effect<T>> handler) {
    return new Handler<>(handler);
  }

  /** Adds an effect, and throws if it is for this message. */
  MessageBody<T> failingAt(String id) {
    return handling(
        (message, effect) -> {
          insert(message, effect);
          if (message.id().id().equals(id)) {
            throw new Crash();
          }
        });
  }

  void insert(Message message, Effect<T> effect) {
    fixture().insertEffect(effect.transaction(), message.id().id());
  }

  void assertEffects(String id, long expected) {
    assertThat(fixture().countEffects(id)).as("effects of %s", id).isEqualTo(expected);
  }

  void assertState(InboxEngine<T> node, Message message, MessageState expected) {
    var kept = node.store().records().find(CONSUMER.name(), message.id());
    assertThat(kept).as("kept %s", message.id()).isNotNull();
    assertThat(kept.state()).isEqualTo(expected);
  }

  static void assertApplied(Consumed consumed) {
    assertThat(consumed).isEqualTo(new Consumed.Applied());
  }

  static void assertDuplicate(Consumed consumed) {
    assertThat(consumed).isEqualTo(new Consumed.Duplicate());
  }

  /** Works off until there is nothing to do. */
  int workOffAll(InboxEngine<T> node, ConsumerSettings consumer, MessageBody<T> body) {
    int applied = 0;
    while (true) {
      var report = node.workOff(consumer, body);
      applied += report.applied();
      if (report.isIdle()) {
        return applied;
      }
    }
  }
}
