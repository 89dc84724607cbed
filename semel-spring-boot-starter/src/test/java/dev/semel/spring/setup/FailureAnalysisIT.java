package dev.semel.spring.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/** What somebody reads on the console when the application does not start. */
@ExtendWith({PostgresExtension.class, OutputCaptureExtension.class})
class FailureAnalysisIT {
  private final PostgresDatabase database;

  FailureAnalysisIT(PostgresDatabase database) {
    this.database = database;
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceTransactionManagerAutoConfiguration.class,
    SemelAutoConfiguration.class
  })
  static class Application {}

  private static void start(List<DataSource> dataSources, String... arguments) {
    assertThatThrownBy(
            () ->
                new SpringApplicationBuilder(Application.class)
                    .web(WebApplicationType.NONE)
                    .initializers(
                        context -> register(dataSources, (GenericApplicationContext) context))
                    .run(arguments))
        .isNotNull();
  }

  private static void register(List<DataSource> dataSources, GenericApplicationContext context) {
    for (DataSource dataSource : dataSources) {
      context.registerBean(
          "db" + (dataSources.indexOf(dataSource) + 1), DataSource.class, () -> dataSource);
    }
  }

  @Test
  void twoDataSources(CapturedOutput output) {
    start(List.of(database.dataSource(), database.dataSource()));
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("There are 2 data sources (db1, db2), and nothing says which")
        .contains("Set semel.data-source to the name of the one")
        .doesNotContain("\tat ");
  }

  @Test
  void missingTables(CapturedOutput output) {
    start(List.of(database.dataSource()), "--semel.postgres.migrate=false");
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("Set semel.postgres.migrate=true")
        .doesNotContain("\tat ");
  }

  @Test
  void aUserWhoMayNotMigrate(CapturedOutput output) {
    start(
        List.of(database.dataSource(Map.of("options", "-c default_transaction_read_only=on"))),
        "--semel.postgres.schema=elsewhere");
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("could not migrate the schema elsewhere (SQLSTATE 25006)")
        .contains("that its role may create the schema")
        .doesNotContain("\tat ");
  }

  @Test
  void aSchemaThatIsNone(CapturedOutput output) {
    start(List.of(database.dataSource()), "--semel.postgres.schema=Case-Work");
    assertThat(output)
        .contains("'Case-Work' cannot be the schema of Semel's tables")
        .contains("semel.postgres.schema is the name of the schema");
  }

  @Test
  void aSettingThatIsNone(CapturedOutput output) {
    start(List.of(database.dataSource()), "--semel.transactions.other-data-sources=sometimes");
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("semel.transactions.other-data-sources")
        .contains("ALLOWED")
        .contains("REFUSED");
  }
}
