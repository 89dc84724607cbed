package dev.semel.spring.transaction;

import static dev.semel.spring.setup.Refusals.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.Semel;
import dev.semel.TransactionMisuseException;
import dev.semel.spring.Idempotent;
import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.spring.SemelMethodsAutoConfiguration;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Two persistence units, each with a manager of its own. */
@ExtendWith(PostgresExtension.class)
class SeveralManagersIT {
  private final Till till;
  private final String key = Till.newKey();
  private final ApplicationContextRunner onOne;
  private final ApplicationContextRunner onTwo;

  SeveralManagersIT(PostgresDatabase database) {
    this.till = new Till(database);
    ApplicationContextRunner runner =
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    TransactionAutoConfiguration.class,
                    SemelAutoConfiguration.class,
                    SemelMethodsAutoConfiguration.class))
            .withUserConfiguration(Managers.class)
            .withPropertyValues("semel.tenant=acme")
            .withBean("salesSource", DataSource.class, database::dataSource);
    this.onOne =
        runner
            .withInitializer(unit("sales", "salesSource"))
            .withInitializer(unit("reports", "salesSource"));
    this.onTwo =
        runner
            .withBean("reportsSource", DataSource.class, database::dataSource)
            .withInitializer(unit("sales", "salesSource"))
            .withInitializer(unit("reports", "reportsSource"));
  }

  private static ApplicationContextInitializer<ConfigurableApplicationContext> unit(
      String name, String dataSource) {
    return context ->
        ((GenericApplicationContext) context)
            .registerBean(
                name,
                LocalContainerEntityManagerFactoryBean.class,
                () -> unit(name, context.getBean(dataSource, DataSource.class)));
  }

  private static LocalContainerEntityManagerFactoryBean unit(String name, DataSource dataSource) {
    LocalContainerEntityManagerFactoryBean unit = new LocalContainerEntityManagerFactoryBean();
    unit.setPersistenceUnitName(name);
    unit.setDataSource(dataSource);
    unit.setPackagesToScan(JpaApplication.class.getPackageName());
    unit.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
    return unit;
  }

  @Configuration(proxyBeanMethods = false)
  static class Managers {
    @Bean
    @Primary
    JpaTransactionManager salesManager(@Qualifier("sales") EntityManagerFactory unit) {
      return new JpaTransactionManager(unit);
    }

    @Bean
    JpaTransactionManager reportsManager(@Qualifier("reports") EntityManagerFactory unit) {
      return new JpaTransactionManager(unit);
    }
  }

  /** Names no manager, so Spring takes the primary one. */
  static class Unnamed {
    @Idempotent(operation = "unnamed", key = "#id")
    @Transactional
    public void run(String id) {}
  }

  /** Names the manager of the reports. */
  static class Named {
    @Idempotent(operation = "named", key = "#id")
    @Transactional("reportsManager")
    public void run(String id) {}
  }

  private void assertCommandsAreWhole(AssertableApplicationContext context, String unit) {
    EntityManager entities =
        SharedEntityManagerCreator.createSharedEntityManager(
            context.getBean(unit, EntityManagerFactory.class));
    for (int i = 0; i < 2; i++) {
      context
          .getBean(Semel.class)
          .once(
              Till.pay(key),
              effect -> {
                entities.persist(new JpaApplication.Payment(key, key));
                return key;
              });
    }
    till.assertPaidOnce(key);
  }

  @Test
  void twoJpaManagersOfOneDataSourceAreRefused() {
    onOne.run(
        context ->
            assertThat(refusal(context))
                .hasMessageContaining("(salesManager, reportsManager)")
                .hasMessageContaining("Set semel.transaction-manager"));
  }

  @Test
  void jpaManagerMayBeNamed() {
    onOne
        .withPropertyValues("semel.transaction-manager=reportsManager")
        .run(context -> assertCommandsAreWhole(context, "reports"));
  }

  @Test
  void otherJpaManagerOfTheDataSourceIsRefusedInACommand() {
    onOne
        .withPropertyValues("semel.transaction-manager=reportsManager")
        .run(
            context -> {
              TransactionTemplate other =
                  new TransactionTemplate(
                      context.getBean("salesManager", PlatformTransactionManager.class));
              assertThatExceptionOfType(TransactionMisuseException.class)
                  .isThrownBy(
                      () ->
                          context
                              .getBean(Semel.class)
                              .once(Till.pay(key), effect -> other.execute(status -> key)))
                  .withMessageContaining("transactions of another manager");
              till.assertNothingStored(key);
            });
  }

  @Test
  void managerOfTheChosenDataSourceIsFound() {
    onTwo
        .withPropertyValues("semel.data-source=reportsSource")
        .run(context -> assertCommandsAreWhole(context, "reports"));
  }

  @Test
  void unnamedTransactionOfAnotherManagerIsRefusedAtStart() {
    onTwo
        .withPropertyValues("semel.data-source=reportsSource")
        .withBean(Unnamed.class)
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining(
                        "Unnamed.run(String) is also @Transactional without a name")
                    .hasMessageContaining("Name the manager of semel.transaction-manager"));
  }

  @Test
  void namedOrPrimaryManagerOfTheCommandsIsFit() {
    onTwo
        .withPropertyValues("semel.data-source=reportsSource")
        .withBean(Named.class)
        .run(context -> assertThat(context).hasNotFailed());
    onTwo
        .withPropertyValues("semel.data-source=salesSource")
        .withBean(Unnamed.class)
        .run(context -> assertThat(context).hasNotFailed());
  }
}
