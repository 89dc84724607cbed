package dev.semel.spring;

import dev.semel.inbox.Inbox;
import dev.semel.kafka.consumer.KafkaMessages;
import dev.semel.spring.internal.TransactionRules;
import dev.semel.spring.internal.kafka.ContainerCheck;
import dev.semel.spring.internal.kafka.ListenedTo;
import dev.semel.spring.internal.kafka.RecordForm;
import dev.semel.spring.internal.listener.IdempotentListeners;
import dev.semel.spring.internal.listener.ListenerAdvisor;
import dev.semel.spring.internal.listener.ListenerCheck;
import dev.semel.spring.internal.listener.ListenerDefaults;
import dev.semel.spring.internal.listener.ListenerWorkers;
import dev.semel.spring.kafka.InboxErrorHandler;
import dev.semel.spring.kafka.InboxRecoverer;
import dev.semel.spring.listener.IdempotentListener;
import dev.semel.spring.listener.JoiningInbox;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.util.function.SingletonSupplier;

/**
 * Makes {@link IdempotentListener} methods consumers. It is there also where there is no data
 * source, to refuse to start rather than to leave them unprotected.
 */
@AutoConfiguration(after = {SemelAutoConfiguration.class, SemelMethodsAutoConfiguration.class})
@Conditional(EnabledCondition.class)
public class SemelListenersAutoConfiguration {
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static ListenerAdvisor semelListenerAdvisor(ObjectProvider<IdempotentListeners> listeners) {
    return new ListenerAdvisor(listeners);
  }

  @Bean
  static ListenerCheck semelListenerCheck(ConfigurableListableBeanFactory beans) {
    return new ListenerCheck(beans);
  }

  @Bean
  @ConditionalOnBean({Inbox.class, JoiningInbox.class})
  IdempotentListeners semelListeners(
      BeanFactory beans,
      Inbox inbox,
      JoiningInbox joining,
      TransactionRules transactions,
      SemelProperties properties) {
    ListenerDefaults defaults =
        new ListenerDefaults(
            properties.tenant(), properties.inbox().markerRetention(), properties.inbox().work());
    return new IdempotentListeners(beans, inbox, joining, transactions, defaults);
  }

  @Bean
  @ConditionalOnBean(IdempotentListeners.class)
  ListenerWorkers semelListenerWorkers(IdempotentListeners listeners, SemelProperties properties) {
    return new ListenerWorkers(
        listeners, properties.inbox().workers(), properties.inbox().pollInterval());
  }

  /** Listeners that Spring Kafka's containers call. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({KafkaListener.class, KafkaMessages.class})
  static class KafkaConfiguration {
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static ListenedTo semelListenedTo(ConfigurableBeanFactory beans) {
      return new ListenedTo(beans);
    }

    @Bean
    RecordForm semelRecordForm() {
      return new RecordForm();
    }

    @Bean
    ContainerCheck semelContainerCheck(BeanFactory beans, ListenedTo listenedTo) {
      return new ContainerCheck(beans, listenedTo);
    }

    @Bean
    @ConditionalOnMissingBean
    InboxRecoverer semelInboxRecoverer(ObjectProvider<IdempotentListeners> listeners) {
      return new InboxRecoverer(SingletonSupplier.of(listeners::getObject));
    }

    @Bean
    @ConditionalOnMissingBean(CommonErrorHandler.class)
    InboxErrorHandler semelErrorHandler(InboxRecoverer recoverer, ListenedTo listenedTo) {
      return new InboxErrorHandler(recoverer, listenedTo::consumerOf);
    }
  }
}
