package dev.semel.spring.method;

import static dev.semel.spring.setup.Managers.manager;
import static dev.semel.spring.setup.Refusals.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.spring.SemelMethodsAutoConfiguration;
import dev.semel.spring.setup.Refusals;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.Objects;
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
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.PriorityOrdered;

/** What an application does not start with, because it would not be protected as it seems. */
@ExtendWith({PostgresExtension.class, OutputCaptureExtension.class})
class MethodRefusalsIT {
  private final ApplicationContextRunner withoutDataSource =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  DataSourceTransactionManagerAutoConfiguration.class,
                  TransactionAutoConfiguration.class,
                  SemelAutoConfiguration.class,
                  SemelMethodsAutoConfiguration.class));

  private final ApplicationContextRunner withoutTenant;
  private final ApplicationContextRunner runner;
  private final DataSource dataSource;

  MethodRefusalsIT(PostgresDatabase database) {
    dataSource = database.dataSource();
    withoutTenant = withoutDataSource.withBean("db", DataSource.class, () -> dataSource);
    runner = withoutTenant.withPropertyValues("semel.tenant=acme");
  }

  static Stream<Arguments> unfit() {
    return Stream.of(
        arguments(UnfitMethods.WithoutOperation.class, "has no operation"),
        arguments(UnfitMethods.WithoutKey.class, "does not say where its key comes from"),
        arguments(UnfitMethods.NotPublic.class, "is not a public method"),
        arguments(UnfitMethods.Static.class, "is not a public method of an object"),
        arguments(UnfitMethods.Final.class, "is final"),
        arguments(UnfitMethods.FinalClass.class, "is final, or its class is"),
        arguments(UnfitMethods.WithFuture.class, "asynchronously (CompletableFuture)"),
        arguments(UnfitMethods.WithMono.class, "asynchronously (Mono)"),
        arguments(UnfitMethods.WithAsync.class, "asynchronously (@Async)"),
        arguments(UnfitMethods.WithStream.class, "returns a Stream, which can be read only once"),
        arguments(UnfitMethods.WithTypeVariable.class, "known only to its callers (T)"),
        arguments(UnfitMethods.InANewTransaction.class, "leaves the transaction"),
        arguments(UnfitMethods.InNoTransaction.class, "leaves the transaction"),
        arguments(UnfitMethods.WithBrokenExpression.class, "is not an expression"),
        arguments(UnfitMethods.WithUnknownArgument.class, "key = \"#di\", but no argument #di"),
        arguments(
            UnfitMethods.WithUnknownArgumentInFingerprint.class,
            "fingerprint = \"#amount.value\", but no argument #amount"),
        arguments(UnfitMethods.WithNonsenseRetention.class, "\"for a while\" is no duration"),
        arguments(UnfitMethods.WithShortRetention.class, "retention is PT1S"),
        arguments(UnfitMethods.WithLongWait.class, "wait for a duplicate is PT1H"),
        arguments(UnfitMethods.WithSettingsOfHandlers.class, "which are for handlers of requests"),
        arguments(UnfitMethods.TwoOfOneName.class, "has the operation 'run', which is that of"),
        arguments(UnfitMethods.OnTheClass.class, "is @Idempotent, and is no controller"));
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void anUnfitMethodIsRefusedAtStart(Class<?> beanClass, String problem) {
    runner.withBean(beanClass).run(context -> Refusals.isAbout(context, beanClass, problem));
  }

  @Test
  void anotherTransactionManagerIsRefused(PostgresDatabase database) {
    DataSource other = database.dataSource();
    runner
        .withBean("other", DataSource.class, () -> other)
        .withInitializer(manager("manager", "db"))
        .withInitializer(manager("otherManager", "other"))
        .withBean(UnfitMethods.WithAnotherManager.class)
        .withPropertyValues("semel.data-source=db")
        .run(context -> assertThat(refusal(context)).hasMessageContaining("'otherManager'"));
  }

  @Test
  void aMethodThatIsNotInTheInterfaceOfItsProxyIsRefused() {
    runner
        .withBean(UnfitMethods.NotInItsInterface.class)
        .withPropertyValues("spring.aop.proxy-target-class=false")
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining(
                        "is in none of the interfaces that its proxy is made of"));
  }

  @Test
  void withoutATenantThereIsNobodyToAsk() {
    withoutTenant
        .withBean(UnfitMethods.CallsItself.class)
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining("does not say whose data it changes")
                    .hasMessageContaining("Set semel.tenant"));
  }

  @Test
  void withoutADataSourceNothingIsProtected() {
    withoutDataSource
        .withBean(UnfitMethods.CallsItself.class)
        .withPropertyValues("semel.tenant=acme")
        .run(
            context ->
                assertThat(refusal(context)).hasMessageContaining("because there is no Semel"));
  }

  @Configuration(proxyBeanMethods = false)
  static class MakesItTooEarly {
    @Bean
    static UnfitMethods.CallsItself early() {
      return new UnfitMethods.CallsItself();
    }

    @Bean
    static FirstOfAll eager(UnfitMethods.CallsItself early) {
      Objects.requireNonNull(early);
      return new FirstOfAll();
    }
  }

  /** Comes before those that make proxies, and with it all that it needs. */
  static class FirstOfAll implements BeanPostProcessor, PriorityOrdered {
    @Override
    public int getOrder() {
      return 0;
    }
  }

  @Test
  void aBeanThatWasMadeTooEarlyForAProxyIsRefused() {
    runner
        .withUserConfiguration(MakesItTooEarly.class)
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining("has no proxy before it")
                    .hasMessageContaining("BeanPostProcessor"));
  }

  @Test
  void callsToItselfAreWarnedOf(CapturedOutput output) {
    runner
        .withBean(UnfitMethods.CallsItself.class)
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output)
        .contains("CallsItself.runAll calls its own @Idempotent method run directly")
        .contains("CallsItself.runAllByReference calls its own @Idempotent method run directly");
  }

  @Test
  void callsThroughTheProxyAreNotWarnedOf(CapturedOutput output) {
    runner
        .withBean(UnfitMethods.CallsItsProxy.class)
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output).doesNotContain("calls its own @Idempotent method");
  }

  @Test
  void otherBeansAreLeftAlone() {
    runner.withBean(Object.class).run(context -> assertThat(context).hasNotFailed());
  }
}
