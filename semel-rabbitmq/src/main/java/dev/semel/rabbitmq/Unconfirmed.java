package dev.semel.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import dev.semel.relay.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * What was sent on one channel and not answered yet. Each delivery is settled by the broker's
 * answer, or by the end of the channel.
 *
 * <p>An unroutable message is returned first and confirmed then, on the same channel, in this
 * order: so a return is noted, and decides when the confirmation comes. Safe for use by several
 * threads.
 */
final class Unconfirmed {
  /** Until a broker that went away is asked again. */
  static final Duration RETRY_AFTER = Duration.ofMillis(500);

  private static final String TOO_LARGE = "message size";

  private final ConcurrentNavigableMap<Long, Sent> sent = new ConcurrentSkipListMap<>();

  void add(long sequence, Delivery delivery, RabbitRoute route, int bodyBytes) {
    sent.put(sequence, new Sent(delivery, route, bodyBytes));
  }

  int size() {
    return sent.size();
  }

  void returned(Return message) {
    String id = message.getProperties().getMessageId();
    for (Sent candidate : sent.values()) {
      if (candidate.returned == null && candidate.is(id, message)) {
        candidate.returned =
            "exchange '%s' has no queue bound for routing key '%s' (%d %s); bind one"
                .formatted(
                    message.getExchange(),
                    message.getRoutingKey(),
                    message.getReplyCode(),
                    message.getReplyText());
        return;
      }
    }
  }

  void confirmed(long sequence, boolean multiple) {
    for (Sent one : take(sequence, multiple)) {
      String returned = one.returned;
      if (returned == null) {
        one.delivery.published();
      } else {
        one.delivery.failed(returned);
      }
    }
  }

  void refused(long sequence, boolean multiple) {
    for (Sent one : take(sequence, multiple)) {
      one.delivery.failed("the broker could not take it (nack); its log says why");
    }
  }

  private List<Sent> take(long sequence, boolean multiple) {
    if (!multiple) {
      Sent one = sent.remove(sequence);
      return one == null ? List.of() : List.of(one);
    }
    Map<Long, Sent> head = sent.headMap(sequence, true);
    List<Sent> all = new ArrayList<>(head.values());
    head.clear();
    return all;
  }

  /** The broker takes nothing more for now. What it has may still be confirmed, too late. */
  void blocked(String reason) {
    sent.values().forEach(one -> one.delivery.unavailable(reason, RETRY_AFTER));
  }

  /** The channel is gone, and with it every answer that has not come. */
  void ended(ShutdownSignalException end) {
    String text = replyText(end);
    if (text != null && text.contains(TOO_LARGE)) {
      // If any was too large, the largest was.
      sent.values().stream()
          .max(Comparator.comparingInt(one -> one.bodyBytes))
          .ifPresent(one -> one.delivery.refused("larger than the broker takes: " + text));
    }
    for (Sent one : sent.values()) {
      if (text != null && text.contains("exchange '%s'".formatted(one.route.exchange()))) {
        one.delivery.failed("the broker closed the channel: " + text);
      }
      one.delivery.unavailable("the connection was lost before the broker confirmed", RETRY_AFTER);
    }
    sent.clear();
  }

  private static @Nullable String replyText(ShutdownSignalException end) {
    Method reason = end.getReason();
    return reason instanceof AMQP.Channel.Close close ? close.getReplyText() : null;
  }

  /** One message on its way. */
  private static final class Sent {
    private final Delivery delivery;
    private final RabbitRoute route;
    private final int bodyBytes;
    private volatile @Nullable String returned;

    private Sent(Delivery delivery, RabbitRoute route, int bodyBytes) {
      this.delivery = delivery;
      this.route = route;
      this.bodyBytes = bodyBytes;
    }

    private boolean is(String id, Return message) {
      return delivery.event().id().toString().equals(id)
          && route.exchange().equals(message.getExchange())
          && route.routingKey().equals(message.getRoutingKey());
    }
  }
}
