package dev.semel.spring;

import dev.semel.kafka.KafkaSink;
import dev.semel.kafka.TopicRule;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Makes a sink for Kafka where {@code semel-kafka} is there and a source is set. */
@AutoConfiguration(
    after = SemelAutoConfiguration.class,
    afterName = "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration")
@ConditionalOnClass(KafkaSink.class)
@ConditionalOnBean(SpringTransactions.class)
@ConditionalOnProperty("semel.kafka.source")
public class SemelKafkaAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  KafkaSink semelKafkaSink(
      SemelProperties properties, Environment environment, ObjectProvider<Brokers> brokers) {
    KafkaSinkProperties kafka = properties.kafka();
    TopicRule topics =
        kafka.topic() == null
            ? TopicRule.byAggregateType(kafka.topicPrefix())
            : TopicRule.always(kafka.topic());
    String source = kafka.source();
    if (source == null) {
      throw noSource();
    }
    return KafkaSink.builder(servers(kafka, environment, brokers.getIfAvailable()), source)
        .topics(topics)
        .relaySettings(properties.relay().settings())
        .properties(kafka.properties())
        .build();
  }

  private static UnsafeSetupException noSource() {
    return new UnsafeSetupException(
        "semel.kafka.source is not set, so events would not say who published them",
        "Set it to a URI reference that stays, such as /casework");
  }

  private static String servers(
      KafkaSinkProperties kafka, Environment environment, @Nullable Brokers brokers) {
    List<String> own = kafka.bootstrapServers();
    if (own != null && !own.isEmpty()) {
      return String.join(",", own);
    }
    if (brokers != null) {
      return String.join(",", brokers.servers());
    }
    List<String> theirs =
        Binder.get(environment)
            .bind("spring.kafka.bootstrap-servers", Bindable.listOf(String.class))
            .orElse(List.of());
    if (theirs.isEmpty()) {
      throw new UnsafeSetupException(
          "semel.kafka.source is set, but nothing says where the brokers are",
          "Set semel.kafka.bootstrap-servers, or spring.kafka.bootstrap-servers");
    }
    return String.join(",", theirs);
  }

  /** Where Spring Boot knows the brokers to be. */
  interface Brokers {
    List<String> servers();
  }

  /** What Spring Boot knows, also from containers that it started itself. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(KafkaConnectionDetails.class)
  static class ConnectionConfiguration {
    @Bean
    @ConditionalOnBean(KafkaConnectionDetails.class)
    Brokers semelKafkaBrokers(KafkaConnectionDetails details) {
      return () -> details.getProducer().getBootstrapServers();
    }
  }
}
