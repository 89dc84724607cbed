package dev.semel.spring;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How events go to Kafka, read from {@code semel.kafka.*}. Immutable.
 *
 * @param source Who publishes, as the CloudEvents attribute of that name, such as /casework: choose
 *     it once. No events go to Kafka unless set.
 * @param bootstrapServers Where the brokers are. Those of spring.kafka.bootstrap-servers unless
 *     set.
 * @param topic The topic of all events. That of the prefix and the aggregate's type unless set.
 * @param topicPrefix What the name of a topic begins with; the aggregate's type follows.
 * @param properties Properties of the producer, such as compression.type=zstd. None unless set.
 */
public record KafkaSinkProperties(
    @Nullable String source,
    @Nullable List<String> bootstrapServers,
    @Nullable String topic,
    @DefaultValue("outbox.event.") String topicPrefix,
    @DefaultValue Map<String, String> properties) {

  public KafkaSinkProperties {
    SemelProperties.refuseBlank("semel.kafka.source", source);
    SemelProperties.refuseBlank("semel.kafka.topic", topic);
  }
}
