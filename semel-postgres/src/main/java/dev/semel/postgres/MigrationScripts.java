package dev.semel.postgres;

import dev.semel.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The migrations as scripts for other tools. Each script makes the schema if it does not exist,
 * sets the search path for its transaction, and sets it back, because a tool may run several
 * scripts in one transaction.
 *
 * @param schema name of the schema
 * @param after the version that is already there; 0 for none
 * @param version the version to reach
 */
record MigrationScripts(String schema, int after, int version) {
  private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

  private static final String BEGINNING =
      """
      DO $$ BEGIN
        IF to_regnamespace('"${schema}"') IS NULL THEN CREATE SCHEMA "${schema}"; END IF;
      END $$;
      SELECT set_config('semel.search_path', current_setting('search_path'), true);
      SELECT set_config('search_path', '"${schema}"', true);

      """;
  private static final String END =
      """

      SELECT set_config('search_path', current_setting('semel.search_path'), true);
      """;

  MigrationScripts {
    checkedSchema(schema);
    if (after < 0 || version > newest() || after >= version) {
      throw new ConfigurationException(
          "there are no migrations after version %d up to version %d; Semel has versions 1 to %d"
              .formatted(after, version, newest()));
    }
  }

  /** A script with the name of its file. */
  record Script(String fileName, String sql) {}

  static String checkedSchema(String name) {
    if (!SCHEMA.matcher(name).matches()) {
      throw new ConfigurationException(
          "'%s' cannot be the schema of Semel's tables; use lower-case letters, digits and underscores, beginning with a letter"
              .formatted(name));
    }
    return name;
  }

  /** The version of this Semel. */
  static int newest() {
    return MigrationFiles.all().size();
  }

  private List<MigrationFiles.Migration> migrations() {
    return MigrationFiles.all().stream()
        .filter(migration -> migration.version() > after && migration.version() <= version)
        .toList();
  }

  /** Returns one script for psql, which is one transaction. */
  String transaction() {
    return migrations().stream()
        .map(migration -> "-- " + migration.fileName() + "\n" + migration.sql())
        .collect(Collectors.joining("\n", "BEGIN;\n" + fill(BEGINNING), fill(END) + "COMMIT;\n"));
  }

  /**
   * Returns a script for each migration, numbered for an application's own Flyway migrations.
   *
   * @param firstVersion the application's next version
   */
  List<Script> numbered(int firstVersion) {
    List<Script> scripts = new ArrayList<>();
    for (MigrationFiles.Migration migration : migrations()) {
      String name =
          "V%d__semel_%s"
              .formatted(
                  firstVersion + scripts.size(),
                  migration.fileName().substring(1).replace("__", "_"));
      scripts.add(new Script(name, fill(BEGINNING) + migration.sql() + fill(END)));
    }
    return scripts;
  }

  private String fill(String text) {
    return text.replace("${schema}", schema);
  }
}
