package dev.semel.spring;

import dev.semel.Semel;
import dev.semel.spring.internal.actuate.SemelEndpoint;
import dev.semel.spring.internal.actuate.SemelHealthIndicator;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Shows operators what Semel does: a health indicator and the endpoint {@code semel}. */
@AutoConfiguration(after = SemelAutoConfiguration.class)
@ConditionalOnBean(Semel.class)
public class SemelActuatorAutoConfiguration {
  /** The health indicator {@code semel}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnEnabledHealthIndicator.class)
  @ConditionalOnEnabledHealthIndicator("semel")
  static class HealthConfiguration {
    @Bean
    @ConditionalOnMissingBean(name = {"semelHealthIndicator", "semelHealthContributor"})
    SemelHealthIndicator semelHealthIndicator(Semel semel, SemelProperties properties) {
      return new SemelHealthIndicator(
          semel, properties.health().maxStaleAge(), properties.health().maxUnknownAge());
    }
  }

  /** The endpoint {@code semel}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  @ConditionalOnAvailableEndpoint(SemelEndpoint.class)
  static class EndpointConfiguration {
    @Bean
    @ConditionalOnMissingBean
    SemelEndpoint semelEndpoint(Semel semel) {
      return new SemelEndpoint(semel);
    }
  }
}
