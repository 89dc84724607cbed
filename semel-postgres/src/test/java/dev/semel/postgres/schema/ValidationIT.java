package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.semel.ConfigurationException;
import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A store that is made on a schema with something amiss says exactly what. */
class ValidationIT {
  private final PostgresDatabase database = SchemaSupport.migratedDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void validationPassesAfterMigrationUntilTheSchemaIsDamaged() {
    PostgresSchema schema = SchemaSupport.schemaIn(database);
    schema.validate();

    database.execute("ALTER TABLE semel.audit DROP COLUMN detail");

    assertThatThrownBy(schema::validate)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("column audit.detail text");
  }

  @Test
  void anEmptyDatabaseIsToldApartWithoutAList() {
    try (PostgresDatabase empty = SchemaSupport.emptyDatabase()) {
      assertThatThrownBy(() -> PostgresStore.on(empty.dataSource()))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageStartingWith("schema semel has no tables of Semel; run the migrations (")
          .hasMessageContainingAll("PostgresStore.builder(…).migrate()", "Flyway")
          .message()
          .hasLineCount(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ALTER TABLE semel.intent DROP COLUMN lease_owner CASCADE | column intent.lease_owner text",
        "ALTER TABLE semel.audit DROP COLUMN detail | column audit.detail text",
        "ALTER TABLE semel.audit ALTER detail TYPE varchar(10) | column audit.detail text",
        "ALTER TABLE semel.outbox ALTER headers DROP NOT NULL | column outbox.headers jsonb not null",
        "ALTER TABLE semel.outbox ALTER xid DROP DEFAULT | column outbox.xid xid8 not null default pg_current_xact_id()",
        "DROP INDEX semel.outbox_order | index CREATE INDEX outbox_order ON outbox USING btree (xid, seq)",
        "DROP INDEX semel.intent_attempts | index CREATE INDEX intent_attempts ON intent USING btree (attempts) WHERE (attempts > 1)",
        "ALTER TABLE semel.recovery DROP CONSTRAINT recovery_pkey | constraint recovery.recovery_pkey PRIMARY KEY (record_id, fence)",
        "ALTER TABLE semel.outbox DROP CONSTRAINT outbox_headers | constraint outbox.outbox_headers CHECK ((jsonb_typeof(headers) = 'object'::text))",
        "ALTER TABLE semel.intent DROP CONSTRAINT intent_pkey | constraint intent.intent_pkey PRIMARY KEY (tenant, operation, principal, key)",
      })
  void whatIsMissingOrDifferentIsNamedAndNothingElse(String damage, String named) {
    database.execute(damage);

    assertThat(missingIn(database)).containsExactly(named);
  }

  @Test
  void aMissingTableIsNamedWithEverythingItHad() {
    database.execute("DROP TABLE semel.recovery");

    assertThat(missingIn(database))
        .containsExactlyElementsOf(
            SchemaSupport.dump().stream().filter(line -> line.contains("recovery")).toList());
  }

  @Test
  void anIndexThatIsNotValidDoesNotCount() {
    database.execute(
        "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'semel.outbox_order'::regclass");

    assertThat(missingIn(database))
        .containsExactly("index CREATE INDEX outbox_order ON outbox USING btree (xid, seq)");
  }

  @Test
  void aFunctionThatWasReplacedIsNamed() {
    database.execute(
        """
        CREATE OR REPLACE FUNCTION semel.intent_fits(r semel.intent) RETURNS boolean
        LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN true; END'
        """);

    assertThat(missingIn(database)).singleElement().asString().startsWith("function intent_fits");
  }

  @Test
  void whatIsThereBesidesIsNobodysBusiness() {
    database.execute(
        """
        CREATE TABLE semel.of_the_dba (id integer);
        CREATE INDEX for_a_report ON semel.intent (operation);
        ALTER TABLE semel.audit ADD COLUMN extra text;
        ALTER TABLE semel.inbox_message SET (autovacuum_analyze_threshold = 1000, fillfactor = 70)
        """);

    SchemaSupport.schemaIn(database).validate();
  }

  private static List<String> missingIn(PostgresDatabase database) {
    ConfigurationException problem =
        catchThrowableOfType(
            ConfigurationException.class, () -> PostgresStore.on(database.dataSource()));
    if (problem == null) {
      return List.of();
    }
    String message = Objects.requireNonNull(problem.getMessage());
    assertThat(message)
        .startsWith("schema semel is not what this version of Semel needs; run the migrations")
        .contains("PostgresStore.builder(…).migrate()", "Flyway");
    return message.lines().skip(1).map(String::strip).toList();
  }
}
