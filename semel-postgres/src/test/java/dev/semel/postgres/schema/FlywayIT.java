package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.ConfigurationException;
import dev.semel.Semel;
import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.ToolRun;
import dev.semel.testing.postgres.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flyway as the only tool that migrates. */
class FlywayIT {
  private static final int MIGRATIONS = 7;

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
  void migrateAcceptsTheSchemaAndLeavesItToFlyway() {
    flyway.migrate();

    PostgresStore.builder(database.dataSource()).migrate().build();

    assertThat(database.queryLong("SELECT count(*) FROM pg_tables WHERE tablename = 'migration'"))
        .as("nothing was left behind")
        .isZero();
  }

  @Test
  void migrateRefusesAnOlderSchemaOfFlyway() {
    Flyway.configure().configuration(flyway.getConfiguration()).target("3").load().migrate();

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> PostgresStore.builder(database.dataSource()).migrate().build())
        .withMessageContaining("made by another migration tool")
        .withMessageContaining("let that tool apply the newer migrations");

    flyway.migrate();
    PostgresStore.on(database.dataSource());
  }

  /** Two Flyway objects, each with its own history table. */
  @Test
  void applicationMigratesItsOwnTablesWithAFlywayOfItsOwn(@TempDir Path folder) throws IOException {
    Flyway application = application(folder);

    application.migrate();
    flyway.migrate();
    application.migrate();
    application.validate();

    assertThat(database.queryLong("SELECT count(*) FROM public.flyway_schema_history"))
        .isEqualTo(1);
    assertThat(
            database.queryLong(
                "SELECT count(*) FROM semel.flyway_schema_history WHERE type = 'SQL'"))
        .isEqualTo(MIGRATIONS);
    PostgresStore.on(database.dataSource());
  }

  /** One Flyway object: Semel's migrations get the application's next version numbers. */
  @Test
  void exportedMigrationsAreVersionsOfTheApplication(@TempDir Path folder) throws IOException {
    Flyway application = application(folder);
    application.migrate();
    export(folder, "--first", "2", "--version", "3");
    application.migrate();
    Files.writeString(folder.resolve("V5__more.sql"), "CREATE TABLE more (id bigint)");
    export(folder, "--first", "6", "--after", "3");

    application.migrate();

    assertThat(database.queryLong("SELECT count(*) FROM public.flyway_schema_history"))
        .isEqualTo(MIGRATIONS + 2);
    assertThat(database.queryLong("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
        .as("the history, and the two tables of the application")
        .isEqualTo(3);
    SchemaSupport.useEverything(Semel.on(PostgresStore.on(database.dataSource())));
  }

  private static void export(Path folder, String... options) {
    assertThat(
            ToolRun.of(
                    Stream.concat(
                            Stream.of("export", "--to", folder.toString()), Stream.of(options))
                        .toList())
                .exit())
        .isZero();
  }

  private Flyway application(Path folder) throws IOException {
    Files.writeString(folder.resolve("V1__cases.sql"), "CREATE TABLE cases (id bigint)");
    return Flyway.configure()
        .dataSource(database.dataSource())
        .locations("filesystem:" + folder)
        .group(true)
        .load();
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
