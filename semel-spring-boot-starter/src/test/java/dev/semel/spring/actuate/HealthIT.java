package dev.semel.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.SemelActuatorAutoConfiguration;
import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

@ExtendWith(PostgresExtension.class)
class HealthIT {
  private final PostgresDatabase database;
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  DataSourceTransactionManagerAutoConfiguration.class,
                  SemelAutoConfiguration.class,
                  SemelActuatorAutoConfiguration.class));

  HealthIT(PostgresDatabase database) {
    this.database = database;
  }

  private static Health health(HealthIndicator indicator) {
    return Objects.requireNonNull(indicator.health(true));
  }

  @Test
  void itIsUpWhereTheStoreAnswersAndDownWhereItDoesNot() {
    try (FaultProxy proxy = FaultProxy.to(database.host(), database.port())) {
      runner
          .withBean(DataSource.class, () -> database.dataSourceVia(proxy.host(), proxy.port()))
          .run(
              context -> {
                HealthIndicator indicator = context.getBean(HealthIndicator.class);
                assertThat(health(indicator).getStatus()).isEqualTo(Status.UP);
                proxy.refuseNew();
                assertThat(health(indicator).getStatus()).isEqualTo(Status.DOWN);
                proxy.heal();
                assertThat(health(indicator).getStatus()).isEqualTo(Status.UP);
              });
    }
  }

  @Test
  void itCanBeSwitchedOff() {
    runner
        .withBean(DataSource.class, () -> database.dataSource())
        .withPropertyValues("management.health.semel.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
  }
}
