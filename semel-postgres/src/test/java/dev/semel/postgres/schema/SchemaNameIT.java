package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.ConfigurationException;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Semel's tables can live in a schema of any ordinary name. */
class SchemaNameIT {
  private static PostgresDatabase database;

  @BeforeAll
  static void make() {
    database = SchemaSupport.emptyDatabase();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  /** Also names that are words of SQL, of Semel's own tables, or the end of one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "semel_of_casework",
        "_semel2",
        "user",
        "order",
        "intent",
        "audit",
        "inbox",
        "t",
        "a_name_that_is_just_as_long_as_postgresql_allows_a_name_to_be__"
      })
  @Tag("thorough")
  void anOrdinaryNameWorks(String name) {
    PostgresStore store =
        PostgresStore.builder(database.dataSource()).schema(name).migrate().build();

    SchemaSupport.useEverything(Semel.on(store));
    SchemaSupport.useInbox(store);
    PostgresStore.builder(database.dataSource()).schema(name).build();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Semel",
        "1semel",
        "se-mel",
        "se mel",
        "semel;drop",
        "\"semel\"",
        "sémel",
        "a_name_that_is_one_longer_than_postgresql_allows_a_name_to_be___"
      })
  void anyOtherNameIsRefusedBeforeTheDatabaseIsAsked(String name) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> PostgresStore.builder(database.dataSource()).schema(name).build())
        .withMessageContaining("'" + name + "'")
        .withMessageContaining("use lower-case letters, digits and underscores");
  }

  @Test
  void twoSchemasInOneDatabaseKnowNothingOfEachOther() {
    PostgresStore one =
        PostgresStore.builder(database.dataSource()).schema("one").migrate().build();
    PostgresStore two =
        PostgresStore.builder(database.dataSource()).schema("two").migrate().build();
    var intent = SchemaSupport.RENAME.intent("acme", "the same key", "payload");

    assertThat(Semel.on(one).once(intent, effect -> "one").orElseThrow()).isEqualTo("one");
    assertThat(Semel.on(two).once(intent, effect -> "two").orElseThrow()).isEqualTo("two");
  }
}
