package dev.semel.bench.http;

import dev.semel.demo.database.ExternalDatabase;
import dev.semel.demo.server.DemoServer;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.List;
import java.util.Locale;

/** The demo's service in this process, with endpoints beside it that Semel does not protect. */
public final class Casework implements AutoCloseable {
  /** So many that requests seldom meet on one. */
  private static final int CASES = 1_000;

  private final DemoServer server;
  private final List<String> caseIds;

  private Casework(DemoServer server, List<String> caseIds) {
    this.server = server;
    this.caseIds = caseIds;
  }

  /** Starts it on a database of its own. */
  public static Casework start(PostgresDatabase database) {
    DemoServer server =
        DemoServer.start(
            0,
            new PatientDatabase(new ExternalDatabase(database.jdbcUrl(), null, null)),
            PlainEndpoints.class,
            FileEndpoint.class,
            Files.class);
    database.execute(
        """
        DROP SCHEMA IF EXISTS plain CASCADE;
        CREATE SCHEMA plain;
        CREATE TABLE plain.audit (LIKE semel.audit INCLUDING ALL);
        CREATE TABLE plain.outbox (LIKE semel.outbox INCLUDING ALL);
        CREATE TABLE plain.file (
          file_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          bytes   integer NOT NULL)
        """);
    database.execute(
        String.format(
            Locale.ROOT,
            """
        INSERT INTO casework.complaint_case (tenant, source, complaint_ref, subject, description)
        SELECT 'north', 'bench', n::text, 'subject', 'description' FROM generate_series(1, %d) AS n
        ON CONFLICT DO NOTHING
        """,
            CASES));
    return new Casework(server, caseIds(database));
  }

  private static List<String> caseIds(PostgresDatabase database) {
    return database
        .query("SELECT case_id::text AS id FROM casework.complaint_case WHERE source = 'bench'")
        .stream()
        .map(row -> String.valueOf(row.get("id")))
        .toList();
  }

  public int port() {
    return server.port();
  }

  /** Where to add notes, protected. */
  public List<String> notePaths() {
    return caseIds.stream().map(id -> "/api/cases/" + id + "/notes").toList();
  }

  /** Where to add notes, not protected. */
  public List<String> plainNotePaths() {
    return caseIds.stream().map(id -> "/api/plain/cases/" + id + "/notes").toList();
  }

  @Override
  public void close() {
    server.close();
  }
}
