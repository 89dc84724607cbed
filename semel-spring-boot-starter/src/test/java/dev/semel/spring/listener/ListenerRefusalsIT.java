package dev.semel.spring.listener;

import static dev.semel.spring.setup.Managers.manager;
import static dev.semel.spring.setup.Refusals.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.semel.inbox.CloudEventsReader;
import dev.semel.inbox.MessageReader;
import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.spring.SemelListenersAutoConfiguration;
import dev.semel.spring.SemelMethodsAutoConfiguration;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.transaction.KafkaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** Listeners that an application does not start with, because they would not do as they seem. */
@ExtendWith(PostgresExtension.class)
class ListenerRefusalsIT {
  private final ApplicationContextRunner withoutDataSource =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  DataSourceTransactionManagerAutoConfiguration.class,
                  TransactionAutoConfiguration.class,
                  KafkaAutoConfiguration.class,
                  SemelAutoConfiguration.class,
                  SemelMethodsAutoConfiguration.class,
                  SemelListenersAutoConfiguration.class))
          // Nobody is there: what is refused is refused before anybody connects.
          .withPropertyValues(
              "spring.kafka.bootstrap-servers=localhost:1",
              "spring.kafka.consumer.group-id=nobody");

  private final ApplicationContextRunner withoutTenant;
  private final ApplicationContextRunner runner;
  private final DataSource dataSource;

  ListenerRefusalsIT(PostgresDatabase database) {
    dataSource = database.dataSource();
    withoutTenant = withoutDataSource.withBean("db", DataSource.class, () -> dataSource);
    runner = withoutTenant.withPropertyValues("semel.tenant=acme");
  }

  private static void isRefused(ApplicationContextRunner runner, Class<?> bean, String words) {
    runner
        .withBean(bean)
        .run(
            context -> {
              assertThat(refusal(context).problem())
                  .startsWith("The @IdempotentListener method " + bean.getSimpleName())
                  .contains(words);
              assertThat(refusal(context).action()).isNotBlank();
            });
  }

  static Stream<Arguments> unfit() {
    return Stream.of(
        arguments(UnfitListeners.WithFuture.class, "returns a CompletableFuture, but what it does"),
        arguments(UnfitListeners.WithAsync.class, "is @Async, but what it does has to be done"),
        arguments(UnfitListeners.WithAcknowledgment.class, "does not take one message"),
        arguments(UnfitListeners.WithPayload.class, "does not take one message"),
        arguments(UnfitListeners.WithObjects.class, "whose bytes are gone by then"),
        arguments(UnfitListeners.NotPublic.class, "is not a public method"),
        arguments(UnfitListeners.FinalClass.class, "is final, or its class is"),
        arguments(UnfitListeners.InANewTransaction.class, "leaves the transaction"),
        arguments(UnfitListeners.InNoTransaction.class, "leaves the transaction"),
        arguments(UnfitListeners.NeverInATransaction.class, "leaves the transaction"),
        arguments(UnfitListeners.IdempotentToo.class, "is @Idempotent too"),
        arguments(UnfitListeners.OfTheSameName.class, "is the consumer 'c', which"),
        arguments(UnfitListeners.WithUnknownReader.class, "has the reader 'nobody'"),
        arguments(UnfitListeners.WithShortRetention.class, "would be applied twice"));
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void aMethodThatCannotBeAListenerIsRefused(Class<?> bean, String words) {
    isRefused(runner, bean, words);
  }

  static Stream<Arguments> settings() {
    return Stream.of(
        arguments("enable-auto-commit=true", "spring.kafka.consumer", "commits offsets by itself"),
        arguments("ack-mode=manual", "spring.kafka.listener", "leaves acknowledging to it"),
        arguments(
            "ack-mode=manual_immediate", "spring.kafka.listener", "leaves acknowledging to it"),
        arguments("async-acks=true", "spring.kafka.listener", "leaves acknowledging to it"),
        arguments("type=batch", "spring.kafka.listener", "takes one record, and its container"));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void aContainerThatWouldLoseRecordsIsRefused(String setting, String group, String words) {
    isRefused(
        runner.withPropertyValues(group + "." + setting), UnfitListeners.OneByOne.class, words);
  }

  @Test
  void aContainerThatOverridesTheFactoryIsRefused() {
    isRefused(runner, UnfitListeners.WithOwnAutoCommit.class, "commits offsets by itself");
  }

  @Test
  void aListWithoutBatchesIsRefused() {
    isRefused(runner, UnfitListeners.InBatches.class, "takes a list, and its container");
  }

  @Configuration(proxyBeanMethods = false)
  static class OtherFactory {
    @Bean
    ConcurrentKafkaListenerContainerFactory<Object, Object> otherFactory() {
      var factory = new ConcurrentKafkaListenerContainerFactory<Object, Object>();
      factory.setConsumerFactory(
          new DefaultKafkaConsumerFactory<>(Map.of("group.id", "g", "bootstrap.servers", "x:1")));
      return factory;
    }
  }

  @Test
  void aContainerThatGivesRecordsUpIsRefused() {
    isRefused(
        runner.withUserConfiguration(OtherFactory.class),
        UnfitListeners.OfAnotherFactory.class,
        "loses a record that fails ten times");
  }

  @Test
  void aContainerWithTransactionsOfKafkaIsRefused() {
    isRefused(
        runner
            .withUserConfiguration(OtherFactory.class)
            .withInitializer(
                context ->
                    context
                        .getBeanFactory()
                        .addBeanPostProcessor(
                            new BeanPostProcessor() {
                              @Override
                              public Object postProcessAfterInitialization(
                                  Object bean, String name) {
                                if (name.equals("otherFactory")) {
                                  transactional(
                                      ((ConcurrentKafkaListenerContainerFactory<?, ?>) bean)
                                          .getContainerProperties());
                                }
                                return bean;
                              }
                            })),
        UnfitListeners.OfAnotherFactory.class,
        "transactions of Kafka");
  }

  private static void transactional(ContainerProperties properties) {
    properties.setKafkaAwareTransactionManager(
        new KafkaTransactionManager<>(
            new DefaultKafkaProducerFactory<>(
                Map.of("bootstrap.servers", "x:1", "transactional.id", "t"))));
  }

  /** Of something else than the database. */
  static class OtherManager extends AbstractPlatformTransactionManager {
    private static final long serialVersionUID = 1L;

    @Override
    protected Object doGetTransaction() {
      return this;
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {}

    @Override
    protected void doCommit(DefaultTransactionStatus status) {}

    @Override
    protected void doRollback(DefaultTransactionStatus status) {}
  }

  @Test
  void aTransactionOfAnotherManagerIsRefused() {
    isRefused(
        runner
            .withBean("otherManager", PlatformTransactionManager.class, OtherManager::new)
            .withInitializer(manager("manager", "db"))
            .withPropertyValues("semel.transaction-manager=manager"),
        UnfitListeners.WithAnotherManager.class,
        "with the manager 'otherManager'");
  }

  @Test
  void aListenerWithoutATenantIsRefused() {
    isRefused(withoutTenant, UnfitListeners.OneByOne.class, "does not say whose data it changes");
  }

  @Test
  void aListenerWithoutADataSourceIsRefused() {
    isRefused(
        withoutDataSource.withPropertyValues("semel.tenant=acme"),
        UnfitListeners.OneByOne.class,
        "no data source was found to keep markers in");
  }

  @Test
  void aListenerOfRecordsWithoutTheirReaderIsRefused() {
    runner
        .withClassLoader(new FilteredClassLoader("dev.semel.kafka"))
        .withBean(UnfitListeners.OneByOne.class)
        .run(context -> assertThat(refusal(context).action()).startsWith("Add semel-kafka"));
  }

  @Test
  void aReaderOfItsOwnIsFound() {
    runner
        .withBean("nobody", MessageReader.class, CloudEventsReader::kafka)
        .withBean(UnfitListeners.WithUnknownReader.class)
        .run(context -> assertThat(context).hasNotFailed());
  }
}
