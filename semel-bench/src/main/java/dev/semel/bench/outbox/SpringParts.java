package dev.semel.bench.outbox;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;

/** The data source and the way to Kafka. */
@Configuration(proxyBeanMethods = false)
class SpringParts {
  @Bean
  HikariDataSource dataSource(Place place) {
    return place.pool();
  }

  @Bean
  ProducerFactory<String, String> producerFactory(Place place) {
    return new DefaultKafkaProducerFactory<>(place.producerProperties());
  }

  @Bean
  KafkaTemplate<String, String> kafkaTemplate(ProducerFactory<String, String> producers) {
    return new KafkaTemplate<>(producers);
  }
}
