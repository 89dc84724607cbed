package dev.semel.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The migrations in the jar, and the schema they make. */
final class MigrationFiles {
  /** Which migrations were applied by Semel itself. */
  static final String HISTORY_TABLE =
      """
      CREATE TABLE migration (
        version    integer     NOT NULL PRIMARY KEY,
        file_name  text        NOT NULL,
        checksum   text        NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT statement_timestamp());
      COMMENT ON TABLE migration IS 'Which migrations were applied by Semel itself';
      COMMENT ON COLUMN migration.version IS 'The number of the file';
      COMMENT ON COLUMN migration.file_name IS 'The file in the jar of semel-postgres';
      COMMENT ON COLUMN migration.checksum IS 'SHA-256 of the file';
      COMMENT ON COLUMN migration.applied_at IS 'When it was applied';
      """;

  /** Everything that counts about a schema, a line each. Storage parameters are the operators'. */
  static final String DESCRIBE =
      """
      WITH schema (name) AS (VALUES (?)),
      tables AS (
        SELECT c.oid, c.relname
        FROM pg_class AS c
        JOIN pg_namespace AS n ON n.oid = c.relnamespace
        JOIN schema AS s ON s.name = n.nspname
        WHERE c.relkind IN ('r', 'p'))
      SELECT regexp_replace(line, '[[:space:]]+', ' ', 'g') FROM (
        SELECT concat_ws(' ', 'table', t.relname) COLLATE "C" AS line
        FROM tables AS t
        UNION ALL
        SELECT concat_ws(' ', 'column', t.relname || '.' || a.attname,
                         format_type(a.atttypid, a.atttypmod),
                         CASE WHEN l.collname = 'C' THEN 'collate C' END,
                         CASE WHEN a.attnotnull THEN 'not null' END,
                         CASE WHEN a.attidentity <> '' THEN 'identity' END,
                         'default ' || pg_get_expr(d.adbin, d.adrelid))
        FROM tables AS t
        JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
        LEFT JOIN pg_attrdef AS d ON d.adrelid = t.oid AND d.adnum = a.attnum
        LEFT JOIN pg_collation AS l ON l.oid = a.attcollation
        UNION ALL
        SELECT concat_ws(' ', 'constraint', t.relname || '.' || c.conname, pg_get_constraintdef(c.oid))
        FROM tables AS t
        JOIN pg_constraint AS c ON c.conrelid = t.oid AND c.contype IN ('p', 'u', 'c', 'f')
        UNION ALL
        SELECT concat_ws(' ', 'function', p.proname, md5(p.prosrc))
        FROM pg_proc AS p
        JOIN pg_namespace AS n ON n.oid = p.pronamespace AND n.nspname = (SELECT s.name FROM schema AS s)
        UNION ALL
        SELECT concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid))
        FROM tables AS t
        JOIN pg_index AS i ON i.indrelid = t.oid AND i.indisvalid AND NOT i.indisprimary
      ) AS described
      ORDER BY 1
      """;

  private static final List<String> FILE_NAMES =
      List.of(
          "V001__intents.sql",
          "V002__outbox.sql",
          "V003__relay.sql",
          "V004__inbox.sql",
          "V005__webhook.sql",
          "V006__debezium.sql",
          "V007__relay_cluster.sql");

  private MigrationFiles() {}

  /** A numbered file. */
  record Migration(int version, String fileName, String sql, String checksum) {}

  static List<Migration> all() {
    return FILE_NAMES.stream().map(MigrationFiles::read).toList();
  }

  /** What {@link #DESCRIBE} says of a schema that is complete. */
  static List<String> expectedSchema() {
    return resource("schema.txt").lines().filter(line -> !line.isBlank()).toList();
  }

  private static Migration read(String fileName) {
    int version = Integer.parseInt(fileName.substring(1, fileName.indexOf("__")));
    String sql = resource("migration/" + fileName);
    return new Migration(version, fileName, sql, sha256(sql));
  }

  private static String resource(String path) {
    try (InputStream in = MigrationFiles.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException(path + " is missing in the jar of semel-postgres");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
