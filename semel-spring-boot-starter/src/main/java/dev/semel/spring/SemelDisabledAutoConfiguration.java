package dev.semel.spring;

import dev.semel.Semel;
import dev.semel.inbox.Inbox;
import dev.semel.kafka.consumer.KafkaMessages;
import dev.semel.spi.SemelListener;
import dev.semel.spring.event.EventMappings;
import dev.semel.spring.event.TransactionEvents;
import dev.semel.spring.internal.disabled.DisabledEffect;
import dev.semel.spring.internal.disabled.DisabledInboxStore;
import dev.semel.spring.internal.disabled.DisabledStore;
import dev.semel.spring.internal.disabled.DisabledTransactions;
import dev.semel.spring.internal.listener.IdempotentListeners;
import dev.semel.spring.kafka.InboxErrorHandler;
import dev.semel.spring.kafka.InboxRecoverer;
import dev.semel.spring.listener.JoiningInbox;
import dev.semel.spring.relay.SemelRelays;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.util.function.SingletonSupplier;

/**
 * With {@code semel.enabled=false}, makes the beans that applications inject. They run in ordinary
 * transactions of Spring on any database, and protect and record nothing.
 */
@AutoConfiguration
@Conditional(EnabledCondition.Not.class)
@EnableConfigurationProperties(SemelProperties.class)
@Import({
  SemelAutoConfiguration.EventsConfiguration.class,
  SemelMethodsAutoConfiguration.TenantConfiguration.class,
  SemelMethodsAutoConfiguration.SecurityConfiguration.class,
  SemelWebAutoConfiguration.AnswersConfiguration.class
})
public class SemelDisabledAutoConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(SemelDisabledAutoConfiguration.class);

  /** Says in the log that nothing is protected. */
  public SemelDisabledAutoConfiguration() {
    LOG.warn(
        "semel.enabled is false: nothing is protected against retries and redeliveries, and audit entries and events are dropped. Use it in tests only");
  }

  @Bean
  DisabledTransactions semelDisabledTransactions(BeanFactory beans, SemelProperties properties) {
    return new DisabledTransactions(
        beans, properties.dataSource(), properties.transactionManager());
  }

  @Bean
  @ConditionalOnMissingBean
  Semel semel(
      DisabledTransactions transactions,
      ObjectProvider<SemelListener> listeners,
      ObjectProvider<SemelBuilderCustomizer> customizers) {
    Semel.Builder builder = Semel.builder(new DisabledStore(transactions));
    listeners.orderedStream().forEach(builder::listener);
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.build();
  }

  @Bean
  @ConditionalOnMissingBean
  Inbox semelInbox(DisabledTransactions transactions, ObjectProvider<SemelListener> listeners) {
    Inbox.Builder builder = Inbox.builder(new DisabledInboxStore(transactions));
    listeners.orderedStream().forEach(builder::listener);
    return builder.build();
  }

  @Bean
  @ConditionalOnMissingBean
  JoiningInbox joiningInbox(Inbox inbox) {
    return new JoiningInbox(inbox, null, () -> {});
  }

  @Bean
  @ConditionalOnMissingBean
  TransactionEvents semelEvents(Semel semel, EventMappings mappings, CurrentEffect effect) {
    return new TransactionEvents(semel, null, null, mappings, effect);
  }

  @Bean
  @ConditionalOnMissingBean
  CurrentEffect semelEffect(
      DisabledTransactions transactions,
      ObjectProvider<TenantResolver> tenants,
      ObjectProvider<PrincipalResolver> principals,
      EventMappings mappings) {
    DisabledEffect effect = new DisabledEffect(transactions, tenants, principals);
    return new CurrentEffect(() -> effect, mappings);
  }

  @Bean
  @ConditionalOnMissingBean
  SemelRelays semelRelays(SemelProperties properties) {
    return new SemelRelays(Map.of(), properties.relay());
  }

  /** What container factories of the application may inject. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({KafkaListener.class, KafkaMessages.class})
  static class KafkaConfiguration {
    @Bean
    @ConditionalOnMissingBean
    InboxRecoverer semelInboxRecoverer(ObjectProvider<IdempotentListeners> none) {
      return new InboxRecoverer(SingletonSupplier.of(none::getObject));
    }

    @Bean
    @ConditionalOnMissingBean(CommonErrorHandler.class)
    InboxErrorHandler semelErrorHandler(InboxRecoverer recoverer) {
      return new InboxErrorHandler(recoverer, container -> null);
    }
  }
}
