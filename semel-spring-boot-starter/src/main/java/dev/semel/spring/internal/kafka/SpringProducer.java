package dev.semel.spring.internal.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.SslConfigs;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.kafka.autoconfigure.SslBundleSslEngineFactory;
import org.springframework.boot.ssl.SslBundle;

/** What an application has set for its producers, as far as a sink may have it too. */
public final class SpringProducer {
  /**
   * What the sink needs as it is: its promise, its bytes, and timeouts that end before the relay's.
   */
  private static final Set<String> THE_SINKS_OWN =
      Set.of(
          ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
          ProducerConfig.ACKS_CONFIG,
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          ProducerConfig.TRANSACTIONAL_ID_CONFIG,
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.PARTITIONER_CLASS_CONFIG,
          ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG,
          ProducerConfig.MAX_BLOCK_MS_CONFIG,
          ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
          ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG);

  private SpringProducer() {}

  /** Properties of Kafka's producer: {@code spring.kafka.*}, and what connection details add. */
  public static Map<String, Object> properties(
      KafkaProperties settings, KafkaConnectionDetails details) {
    Map<String, Object> all = new HashMap<>(settings.buildProducerProperties());
    KafkaConnectionDetails.Configuration connection = details.getProducer();
    String protocol = connection.getSecurityProtocol();
    if (protocol != null && !protocol.isEmpty()) {
      all.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, protocol);
    }
    SslBundle bundle = connection.getSslBundle();
    if (bundle != null) {
      all.put(
          SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, SslBundleSslEngineFactory.class.getName());
      all.put(SslBundle.class.getName(), bundle);
    }
    all.keySet().removeAll(THE_SINKS_OWN);
    return all;
  }
}
