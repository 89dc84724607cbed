package dev.semel.kafka.consumer;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Kafka's properties of a consumer: what must be said, what must not, and what we say for it. */
final class ClientProperties {
  private static final Duration DEFAULT_MAX_POLL = Duration.ofMinutes(5);

  private ClientProperties() {}

  /** Refuses what would lose records, in words. */
  static Map<String, Object> checked(Map<String, Object> given) {
    Map<String, Object> client = new LinkedHashMap<>(given);
    require(client, ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, "say where the brokers are");
    require(
        client,
        ConsumerConfig.GROUP_ID_CONFIG,
        "offsets are kept under it, so give a name that stays");
    if (text(client, ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG).equals("true")) {
      throw new IllegalArgumentException(
          "enable.auto.commit is true, which commits offsets of records that were not applied;"
              + " leave it out, the runner commits them");
    }
    refuse(client, ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG);
    refuse(client, ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);
    maxPollInterval(client);
    return client;
  }

  private static void require(Map<String, Object> client, String property, String why) {
    if (text(client, property).isBlank()) {
      throw new IllegalArgumentException("%s is missing; %s".formatted(property, why));
    }
  }

  private static void refuse(Map<String, Object> client, String property) {
    if (client.containsKey(property)) {
      throw new IllegalArgumentException(
          "%s is set; leave it out, a message reader is given the bytes as they came"
              .formatted(property));
    }
  }

  private static String text(Map<String, Object> client, String property) {
    Object value = client.get(property);
    return value == null ? "" : value.toString().strip().toLowerCase(Locale.ROOT);
  }

  static Duration maxPollInterval(Map<String, Object> client) {
    String millis = text(client, ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
    try {
      return millis.isEmpty() ? DEFAULT_MAX_POLL : Duration.ofMillis(Long.parseLong(millis));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("max.poll.interval.ms is no whole number", e);
    }
  }

  /** What one member is made with. Members of one process need ids of their own. */
  static Map<String, Object> ofMember(KafkaConsumerSettings settings, int member) {
    Map<String, Object> client = new HashMap<>();
    client.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    client.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    client.putAll(settings.client());
    client.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    client.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    client.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    numbered(client, ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, settings, member);
    numbered(client, ConsumerConfig.CLIENT_ID_CONFIG, settings, member);
    return client;
  }

  private static void numbered(
      Map<String, Object> client, String property, KafkaConsumerSettings settings, int member) {
    if (settings.consumers() > 1) {
      client.computeIfPresent(property, (name, value) -> "%s-%d".formatted(value, member));
    }
  }
}
