package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.ConfigurationException;
import dev.semel.Semel;
import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The same files, applied by Flyway. */
class FlywayIT {
  private final PostgresDatabase database = SchemaSupport.emptyDatabase();
  private final Flyway flyway =
      Flyway.configure()
          .dataSource(database.dataSource())
          .defaultSchema(PostgresSchema.DEFAULT_NAME)
          .locations("classpath:" + PostgresSchema.MIGRATION_LOCATION)
          .load();

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void makesASchemaThatIsWhatTheStoreNeeds() {
    assertThat(flyway.migrate().migrationsExecuted).isPositive();

    SchemaSupport.schemaIn(database).validate();
    SchemaSupport.useEverything(Semel.on(PostgresStore.on(database.dataSource())));
    SchemaSupport.useInbox(PostgresStore.on(database.dataSource()));
    assertThat(flyway.migrate().migrationsExecuted).isZero();
  }

  @Test
  void fromThenOnSemelLeavesTheMigrationsToFlyway() {
    flyway.migrate();

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> PostgresStore.builder(database.dataSource()).migrate().build())
        .withMessageContaining("made by another migration tool")
        .withMessageContaining("let that tool apply " + PostgresSchema.MIGRATION_LOCATION)
        .withMessageContaining("build the store without migrate()");

    assertThat(database.queryLong("SELECT count(*) FROM pg_tables WHERE tablename = 'migration'"))
        .as("nothing was left behind")
        .isZero();
  }

  @Test
  void theTablesAreTheSameWhoeverMadeThem() {
    flyway.migrate();

    try (PostgresDatabase other = SchemaSupport.migratedDatabase()) {
      assertThat(SchemaSupport.schemaIn(database).describe())
          .filteredOn(line -> !line.contains("flyway_schema_history"))
          .containsExactlyElementsOf(
              SchemaSupport.schemaIn(other).describe().stream()
                  .filter(line -> !line.contains("migration"))
                  .toList());
    }
  }
}
