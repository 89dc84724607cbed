package dev.semel.kafka;

import static org.apache.kafka.clients.producer.ProducerConfig.ACKS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.BOOTSTRAP_SERVERS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.LINGER_MS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.MAX_BLOCK_MS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.PARTITIONER_CLASS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.TRANSACTIONAL_ID_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG;

import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The properties of the sink's producer: what was asked for, what the promise needs, and timeouts
 * that end before the relay's own. Refuses what would break the promise.
 */
final class ProducerSettings {
  private static final long MAX_DELIVERY_MILLIS = 30_000;
  private static final long MAX_REQUEST_MILLIS = 10_000;
  private static final long MAX_BLOCK_MILLIS = 5_000;

  private final Map<String, Object> asked;
  private final long relayTimeoutMillis;

  private ProducerSettings(Map<String, Object> asked, Duration relayTimeout) {
    this.asked = asked;
    this.relayTimeoutMillis = relayTimeout.toMillis();
  }

  static Map<String, Object> of(
      String bootstrapServers, Map<String, Object> asked, Duration relayTimeout) {
    ProducerSettings settings = new ProducerSettings(asked, relayTimeout);
    settings.refuseBrokenPromises();
    Map<String, Object> all = settings.withTimeouts();
    all.put(BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    all.put(ACKS_CONFIG, "all");
    all.put(ENABLE_IDEMPOTENCE_CONFIG, "true");
    return Map.copyOf(all);
  }

  private void refuseBrokenPromises() {
    only(ACKS_CONFIG, "all", "-1", "an event that one broker alone has is lost with it");
    only(ENABLE_IDEMPOTENCE_CONFIG, "true", "true", "resent batches would change places");
    only(PARTITIONER_IGNORE_KEYS_CONFIG, "false", "false", "an aggregate's order needs its key");
    never(PARTITIONER_CLASS_CONFIG, "order holds within a partition; use topics(…) to spread");
    never(TRANSACTIONAL_ID_CONFIG, "the sink uses no transactions; a pipeline does");
    never(KEY_SERIALIZER_CLASS_CONFIG, "keys are aggregate ids as text");
    never(VALUE_SERIALIZER_CLASS_CONFIG, "values are the events' JSON as it is");
    never(BOOTSTRAP_SERVERS_CONFIG, "it is an argument of KafkaSink.builder");
  }

  private void only(String name, String value, String alsoValue, String why) {
    String given = text(name);
    if (given != null && !given.equals(value) && !given.equals(alsoValue)) {
      throw new IllegalArgumentException(
          "%s=%s: %s. Leave it out; it is %s".formatted(name, given, why, value));
    }
  }

  private void never(String name, String why) {
    if (asked.containsKey(name)) {
      throw new IllegalArgumentException("%s cannot be set: %s. Leave it out".formatted(name, why));
    }
  }

  private Map<String, Object> withTimeouts() {
    Map<String, Object> all = new HashMap<>(asked);
    all.putIfAbsent(LINGER_MS_CONFIG, "0");
    all.putIfAbsent(MAX_BLOCK_MS_CONFIG, "" + Math.min(MAX_BLOCK_MILLIS, relayTimeoutMillis / 6));
    long delivery = Math.min(MAX_DELIVERY_MILLIS, relayTimeoutMillis / 2);
    all.putIfAbsent(DELIVERY_TIMEOUT_MS_CONFIG, "" + delivery);
    all.putIfAbsent(REQUEST_TIMEOUT_MS_CONFIG, "" + Math.min(MAX_REQUEST_MILLIS, delivery / 3));
    long longest = millis(all, MAX_BLOCK_MS_CONFIG) + millis(all, DELIVERY_TIMEOUT_MS_CONFIG);
    if (longest >= relayTimeoutMillis) {
      throw new IllegalArgumentException(tooLong(all));
    }
    return all;
  }

  private String tooLong(Map<String, Object> all) {
    return ("max.block.ms=%s and delivery.timeout.ms=%s together are not shorter than the relay's"
            + " deliveryTimeout of %d ms: the relay would send again what the producer still"
            + " sends. Shorten them, or give the relay a longer one and tell the sink by"
            + " relaySettings(…)")
        .formatted(
            all.get(MAX_BLOCK_MS_CONFIG), all.get(DELIVERY_TIMEOUT_MS_CONFIG), relayTimeoutMillis);
  }

  private static long millis(Map<String, Object> all, String name) {
    String value = String.valueOf(all.get(name)).strip();
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + "=" + value + " is no number of milliseconds", e);
    }
  }

  private @Nullable String text(String name) {
    Object value = asked.get(name);
    return value == null ? null : value.toString().strip().toLowerCase(Locale.ROOT);
  }
}
