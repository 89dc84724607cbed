package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.ToolRun;
import dev.semel.testing.postgres.PostgresDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The scripts that {@code ./semel schema} prints, applied to a database. */
class SchemaToolIT {
  private final PostgresDatabase database = SchemaSupport.emptyDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  private static String printed(String... words) {
    ToolRun run = ToolRun.of(words);
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    return run.out();
  }

  @Test
  void printedScriptMakesTheSchemaThatTheStoreNeeds() {
    database.execute(printed("print"));

    PostgresStore.on(database.dataSource());
    PostgresStore.builder(database.dataSource()).migrate().build();
  }

  @Test
  void olderSchemaIsUpgradedByTheScriptOfTheVersionsAfterIt() {
    database.execute(printed("print", "--schema", "order", "--version", "4"));
    database.execute(printed("print", "--schema", "order", "--after", "4"));

    PostgresSchema.named(database.dataSource(), "order").validate();
  }
}
