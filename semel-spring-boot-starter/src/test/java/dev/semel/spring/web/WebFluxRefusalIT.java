package dev.semel.spring.web;

import static dev.semel.spring.setup.Refusals.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.spring.SemelMethodsAutoConfiguration;
import dev.semel.spring.SemelWebAutoConfiguration;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

/** A reactive application, in which no servlet filter runs. */
@ExtendWith(PostgresExtension.class)
class WebFluxRefusalIT {
  private final ReactiveWebApplicationContextRunner runner;

  WebFluxRefusalIT(PostgresDatabase database) {
    this.runner =
        new ReactiveWebApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    DataSourceTransactionManagerAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    SemelAutoConfiguration.class,
                    SemelMethodsAutoConfiguration.class,
                    SemelWebAutoConfiguration.class))
            .withBean(DataSource.class, () -> database.dataSource())
            .withPropertyValues("semel.tenant=acme");
  }

  @Test
  void applicationWithProtectedControllerDoesNotStart() {
    runner
        .withBean(UnfitHandlers.Fit.class)
        .run(
            context -> {
              assertThat(refusal(context).problem())
                  .contains("Fit", "there is no filter that protects it");
              assertThat(refusal(context).action()).contains("WebFlux is not supported");
            });
  }

  @Test
  void applicationWithoutProtectedControllerStarts() {
    runner.run(context -> assertThat(context).hasNotFailed());
  }
}
