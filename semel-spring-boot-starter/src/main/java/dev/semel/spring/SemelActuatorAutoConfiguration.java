package dev.semel.spring;

import dev.semel.Semel;
import dev.semel.spring.internal.actuate.InboxEndpoint;
import dev.semel.spring.internal.actuate.RelayEndpoint;
import dev.semel.spring.internal.actuate.RelayHealthIndicator;
import dev.semel.spring.internal.actuate.SemelEndpoint;
import dev.semel.spring.internal.actuate.SemelHealthIndicator;
import dev.semel.spring.internal.listener.IdempotentListeners;
import dev.semel.spring.relay.SemelRelays;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Shows operators what Semel does: the health indicators {@code semel} and {@code semelRelay}, and
 * the endpoints {@code semel}, {@code semelrelays} and {@code semelinbox}.
 */
@AutoConfiguration(
    after = {
      SemelAutoConfiguration.class,
      SemelDisabledAutoConfiguration.class,
      SemelListenersAutoConfiguration.class,
      SemelRelayAutoConfiguration.class
    })
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

  /** The health indicator {@code semelRelay}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnEnabledHealthIndicator.class)
  @ConditionalOnEnabledHealthIndicator("semel-relay")
  @ConditionalOnBean(SemelRelays.class)
  static class RelayHealthConfiguration {
    @Bean
    @ConditionalOnMissingBean(name = {"semelRelayHealthIndicator", "semelRelayHealthContributor"})
    RelayHealthIndicator semelRelayHealthIndicator(SemelRelays relays, SemelProperties properties) {
      return new RelayHealthIndicator(
          relays, properties.health().maxEventAge(), properties.health().maxDeadLetters());
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

  /** The endpoint {@code semelrelays}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  @ConditionalOnAvailableEndpoint(RelayEndpoint.class)
  @ConditionalOnBean(SemelRelays.class)
  static class RelayEndpointConfiguration {
    @Bean
    @ConditionalOnMissingBean
    RelayEndpoint semelRelayEndpoint(SemelRelays relays) {
      return new RelayEndpoint(relays);
    }
  }

  /** The endpoint {@code semelinbox}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  @ConditionalOnAvailableEndpoint(InboxEndpoint.class)
  @ConditionalOnBean(IdempotentListeners.class)
  static class InboxEndpointConfiguration {
    @Bean
    @ConditionalOnMissingBean
    InboxEndpoint semelInboxEndpoint(IdempotentListeners listeners) {
      return new InboxEndpoint(listeners);
    }
  }
}
