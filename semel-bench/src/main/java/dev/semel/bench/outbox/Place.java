package dev.semel.bench.outbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.bench.work.Pools;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringSerializer;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where a contender works.
 *
 * @param bootstrapServers where Kafka is; {@value #NO_BROKER} where events go nowhere
 * @param acks who is told of what has arrived
 */
record Place(String jdbcUrl, String bootstrapServers, Acks acks) {
  static final String NO_BROKER = "none";

  boolean hasBroker() {
    return !bootstrapServers.equals(NO_BROKER);
  }

  HikariDataSource pool() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl);
    return Pools.of(source, Contender.CONNECTIONS);
  }

  /** A producer's properties, as Semel's sink has them. */
  Map<String, Object> producerProperties() {
    Map<String, Object> properties = new HashMap<>(ackProperties());
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    properties.put(ProducerConfig.LINGER_MS_CONFIG, "0");
    properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
    properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
    return properties;
  }

  /** What has a producer tell of its acknowledgements. */
  Map<String, Object> ackProperties() {
    return Map.of(
        ProducerConfig.INTERCEPTOR_CLASSES_CONFIG,
        AckInterceptor.class.getName(),
        AckInterceptor.ACKS,
        acks);
  }
}
