package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.postgres.PostgresDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the migrations make, checked against the dump that everybody reads. */
class SchemaDumpIT {
  private static PostgresDatabase database;

  @BeforeAll
  static void migrate() {
    database = SchemaSupport.migratedDatabase();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  /** On every major version alike; the history of migrations is not part of it. */
  @Test
  void theDumpIsWhatTheMigrationsMake() {
    assertThat(SchemaSupport.schemaIn(database).describe())
        .filteredOn(line -> !isHistory(line))
        .containsExactlyElementsOf(SchemaSupport.dump());
  }

  private static boolean isHistory(String line) {
    return line.equals("table migration")
        || line.startsWith("column migration.")
        || line.startsWith("constraint migration.");
  }

  @Test
  void everyTableHasAComment() {
    assertThat(
            database.query(
                """
                SELECT c.relname FROM pg_class AS c
                WHERE c.relnamespace = 'semel'::regnamespace AND c.relkind = 'r'
                  AND obj_description(c.oid, 'pg_class') IS NULL
                """))
        .isEmpty();
  }

  @Test
  void everyColumnHasAComment() {
    assertThat(
            database.query(
                """
                SELECT c.relname, a.attname FROM pg_class AS c
                JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                WHERE c.relnamespace = 'semel'::regnamespace AND c.relkind = 'r'
                  AND col_description(c.oid, a.attnum) IS NULL
                """))
        .isEmpty();
  }

  @Test
  void everyFunctionHasAComment() {
    assertThat(
            database.query(
                """
                SELECT p.proname FROM pg_proc AS p
                WHERE p.pronamespace = 'semel'::regnamespace AND obj_description(p.oid, 'pg_proc') IS NULL
                """))
        .isEmpty();
  }

  @Test
  void everyTableHasAPrimaryKey() {
    assertThat(
            database.query(
                """
                SELECT c.relname FROM pg_class AS c
                WHERE c.relnamespace = 'semel'::regnamespace AND c.relkind = 'r'
                  AND NOT EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisprimary)
                """))
        .isEmpty();
  }
}
