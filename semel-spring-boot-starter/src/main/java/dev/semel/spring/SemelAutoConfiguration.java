package dev.semel.spring;

import dev.semel.JdbcEffect;
import dev.semel.Semel;
import dev.semel.inbox.Inbox;
import dev.semel.json.SemelJson;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.SemelListener;
import dev.semel.spring.event.ApplicationEvents;
import dev.semel.spring.event.EventMapping;
import dev.semel.spring.event.EventMappings;
import dev.semel.spring.event.TransactionEvents;
import dev.semel.spring.internal.OutsideCommandOperations;
import dev.semel.spring.listener.JoiningInbox;
import dev.semel.spring.relay.SemelRelays;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.util.function.SingletonSupplier;

/**
 * Makes a {@link Semel} where there is a data source. Each bean gives way to one of the
 * application's own.
 */
@AutoConfiguration(
    after = {
      DataSourceTransactionManagerAutoConfiguration.class,
      TransactionAutoConfiguration.class
    },
    afterName = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration")
@Conditional(EnabledCondition.class)
@ConditionalOnBean(DataSource.class)
@EnableConfigurationProperties(SemelProperties.class)
public class SemelAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  SpringTransactions semelTransactions(
      ListableBeanFactory beans, SemelProperties properties, WakeUps wakeUps) {
    return new TransactionChoice(beans, properties).choose(wakeUps);
  }

  /** Before all other beans, so that every user of a data source gets the one that takes part. */
  @Bean
  static BeanPostProcessor semelDataSources() {
    return new CommandDataSources();
  }

  @Bean
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  PostgresStore semelStore(
      SpringTransactions transactions,
      SemelProperties properties,
      ObjectProvider<PostgresStoreBuilderCustomizer> customizers) {
    PostgresStore.Builder builder =
        PostgresStore.builder(transactions.dataSource()).schema(properties.postgres().schema());
    if (properties.postgres().migrate()) {
      builder.migrate();
    }
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.build();
  }

  @Bean
  @ConditionalOnMissingBean
  Semel semel(
      PostgresStore store,
      SemelProperties properties,
      ObjectProvider<SemelListener> listeners,
      ObjectProvider<SemelBuilderCustomizer> customizers) {
    Semel.Builder builder = Semel.builder(store);
    if (properties.node() != null) {
      builder.node(properties.node());
    }
    listeners.orderedStream().forEach(builder::listener);
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.build();
  }

  @Bean
  static TransientFailures semelTransientFailures(ObjectProvider<SpringTransactions> transactions) {
    return new TransientFailures(transactions);
  }

  @Bean
  WakeUps semelWakeUps(ObjectProvider<SemelRelays> relays) {
    return new WakeUps(SingletonSupplier.ofNullable(relays::getIfAvailable));
  }

  @Bean
  @ConditionalOnMissingBean
  Inbox semelInbox(PostgresStore store, ObjectProvider<SemelListener> listeners) {
    Inbox.Builder builder = Inbox.builder(store.inbox());
    listeners.orderedStream().forEach(builder::listener);
    return builder.build();
  }

  @Bean
  @ConditionalOnMissingBean
  JoiningInbox joiningInbox(Inbox inbox, SpringTransactions transactions, WakeUps wakeUps) {
    return new JoiningInbox(inbox, transactions, wakeUps);
  }

  @Bean
  @ConditionalOnMissingBean
  TransactionEvents semelEvents(
      Semel semel,
      SpringTransactions transactions,
      ObjectProvider<TenantResolver> tenants,
      EventMappings mappings,
      CurrentEffect effect) {
    return new TransactionEvents(semel, transactions, tenants.getIfAvailable(), mappings, effect);
  }

  @Bean
  @ConditionalOnMissingBean
  CurrentEffect semelEffect(ObjectProvider<OuterEffect> outer, EventMappings mappings) {
    Supplier<@Nullable OuterEffect> known = SingletonSupplier.ofNullable(outer::getIfAvailable);
    return new CurrentEffect(
        () -> {
          OuterEffect source = known.get();
          return source == null ? null : source.current();
        },
        mappings);
  }

  /** What makes events of objects. */
  @Configuration(proxyBeanMethods = false)
  static class EventsConfiguration {
    @Bean
    EventMappings semelEventMappings(ObjectProvider<EventMapping<?>> mappings, SemelJson json) {
      return new EventMappings(mappings.stream().toList(), json);
    }

    @Bean
    ApplicationEvents semelApplicationEvents(
        ObjectProvider<EventMappings> mappings, ObjectProvider<TransactionEvents> events) {
      return new ApplicationEvents(mappings, events);
    }

    @Bean
    @ConditionalOnMissingBean
    SemelJson semelJson() {
      return SemelJson.standard();
    }
  }

  /**
   * Rows of Spring Session are written in transactions of their own, in a command as elsewhere. The
   * name is the one that Spring Session asks for.
   */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.session.jdbc.JdbcIndexedSessionRepository")
  static class SessionConfiguration {
    private static final String NAME = "springSessionTransactionOperations";

    @Bean(name = NAME, defaultCandidate = false)
    @ConditionalOnMissingBean(name = NAME)
    static TransactionOperations semelSessionTransactions(
        ObjectProvider<SpringTransactions> transactions,
        ObjectProvider<PlatformTransactionManager> managers) {
      return new OutsideCommandOperations(transactions, managers);
    }
  }

  /** Knows of an effect that no method began. */
  interface OuterEffect {
    @Nullable JdbcEffect current();
  }
}
