package dev.semel.spring.guide;

import static dev.semel.spring.setup.Managers.manager;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.spring.SemelActuatorAutoConfiguration;
import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.spring.SemelDisabledAutoConfiguration;
import dev.semel.testing.guide.CodeSnippets;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import java.nio.file.Path;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The settings that the guide shows are settings that work. */
class SettingsIT {
  private final PostgresDatabase database = PostgresServer.shared().newDatabase("settings");
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  DataSourceTransactionManagerAutoConfiguration.class,
                  FlywayAutoConfiguration.class,
                  SemelAutoConfiguration.class,
                  SemelDisabledAutoConfiguration.class,
                  SemelActuatorAutoConfiguration.class));

  @AfterEach
  void drop() {
    database.close();
  }

  private static String[] settings(String name) {
    String text = Objects.requireNonNull(CodeSnippets.of(Path.of("")).text(name), name);
    return text.lines().toArray(String[]::new);
  }

  @Test
  void flywayMigrates() {
    runner
        .withBean(DataSource.class, () -> database.dataSource())
        .withPropertyValues(settings("spring-flyway"))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Semel.class));
  }

  @Test
  void oneOfTwoDataSourcesIsChosen() {
    runner
        .withPropertyValues("spring.flyway.enabled=false")
        .withBean("commandsDataSource", DataSource.class, () -> database.dataSource())
        .withBean("reportsDataSource", DataSource.class, () -> database.dataSource())
        .withInitializer(manager("commandsTransactionManager", "commandsDataSource"))
        .withPropertyValues(settings("spring-two-data-sources"))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Semel.class));
  }

  @Test
  void disabledOnAnotherDatabaseItStarts() {
    runner
        .withPropertyValues("spring.flyway.enabled=false")
        .withBean(DataSource.class, () -> new DriverManagerDataSource("jdbc:h2:mem:settings"))
        .withPropertyValues(settings("spring-disabled"))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Semel.class));
  }

  @Test
  void theEndpointIsExposed() {
    runner
        .withPropertyValues("spring.flyway.enabled=false")
        .withBean(DataSource.class, () -> database.dataSource())
        .withPropertyValues(settings("spring-actuator"))
        .run(context -> assertThat(context).hasNotFailed().hasBean("semelEndpoint"));
  }
}
