package dev.semel.kafka.pipeline;

import static org.apache.kafka.clients.CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;
import static org.apache.kafka.clients.CommonClientConfigs.GROUP_ID_CONFIG;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes the consumers and producers of a pipeline: with the properties that were asked for, and
 * those that the promise needs. Refuses what would break it. Immutable. Tests extend it to make
 * calls of the clients fail.
 */
class PipelineClients {
  private static final Set<String> SERIALIZERS =
      Set.of(
          ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
          ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG);

  private static final long DELIVERY_MILLIS = 15_000;
  private static final long REQUEST_MILLIS = 7_000;

  private final String name;
  private final String node;
  private final Map<String, Object> consumer = new HashMap<>();
  private final Map<String, Object> producer = new HashMap<>();

  PipelineClients(
      String bootstrapServers,
      String name,
      String node,
      Map<String, Object> consumerProperties,
      Map<String, Object> producerProperties,
      PipelineSettings settings) {
    this.name = name;
    this.node = node;
    checkConsumer(consumerProperties);
    checkProducer(producerProperties);
    consumer.putAll(consumerProperties);
    consumer.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    consumer.put(BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    consumer.put(GROUP_ID_CONFIG, name);
    consumer.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    consumer.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    consumer.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "" + settings.maxRecordsPerTransaction());
    producer.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, "10000");
    boundDelivery(producerProperties);
    producer.putAll(producerProperties);
    producer.put(BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    producer.put(ProducerConfig.ACKS_CONFIG, "all");
    producer.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    producer.put(
        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, "" + settings.transactionTimeout().toMillis());
  }

  /**
   * A lane that waits until its outputs are written hears of no stop, so it must not wait as long
   * as Kafka would, which is two minutes. The time to linger comes on top, as Kafka wants it.
   */
  private void boundDelivery(Map<String, Object> given) {
    if (given.containsKey(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG)
        || given.containsKey(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG)) {
      return;
    }
    long linger =
        Long.parseLong(given.getOrDefault(ProducerConfig.LINGER_MS_CONFIG, "0").toString().strip());
    producer.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "" + (DELIVERY_MILLIS + linger));
    producer.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "" + REQUEST_MILLIS);
  }

  private static void checkConsumer(Map<String, Object> given) {
    SERIALIZERS.forEach(property -> never(given, property, "the transform gets the bytes"));
    never(given, BOOTSTRAP_SERVERS_CONFIG, "it is an argument of Pipeline.builder");
    never(given, GROUP_ID_CONFIG, "the group has the name of the pipeline");
    never(given, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "say maxRecordsPerTransaction instead");
    never(
        given,
        ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
        "lanes and nodes would throw each other out of the group");
    only(
        given,
        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
        "earliest",
        "what lies in a partition before the first commit would never be read. To leave out what is"
            + " old, commit offsets for the group before the first start");
    only(
        given,
        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
        "false",
        "offsets are committed with what was written, or not at all");
    only(
        given,
        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
        "read_committed",
        "records of aborted transactions would be turned into some that count");
  }

  private static void checkProducer(Map<String, Object> given) {
    SERIALIZERS.forEach(property -> never(given, property, "the transform returns the bytes"));
    never(given, BOOTSTRAP_SERVERS_CONFIG, "it is an argument of Pipeline.builder");
    never(
        given,
        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
        "it is made of the names of pipeline and node");
    never(given, ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, "say transactionTimeout instead");
    only(given, ProducerConfig.ACKS_CONFIG, "all", "transactions need it");
    only(given, ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true", "transactions need it");
  }

  private static void never(Map<String, Object> given, String property, String why) {
    if (given.containsKey(property)) {
      throw new IllegalArgumentException(
          "%s cannot be set: %s. Leave it out".formatted(property, why));
    }
  }

  private static void only(Map<String, Object> given, String property, String value, String why) {
    Object found = given.get(property);
    if (found != null && !found.toString().strip().toLowerCase(Locale.ROOT).equals(value)) {
      throw new IllegalArgumentException(
          "%s=%s: %s. Leave it out; it is %s".formatted(property, found, why, value));
    }
  }

  /**
   * The same for a lane whenever it starts anew, so that what it left open is ended. Names have no
   * colons, so that no other pipeline and node come to the same.
   */
  String transactionalId(int lane) {
    return "%s:%s:%d".formatted(name, node, lane);
  }

  Consumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(consumer, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  Producer<byte[], byte[]> producer(int lane) {
    return new KafkaProducer<>(
        producerProperties(lane), new ByteArraySerializer(), new ByteArraySerializer());
  }

  Map<String, Object> producerProperties(int lane) {
    Map<String, Object> own = new HashMap<>(producer);
    own.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId(lane));
    return own;
  }
}
