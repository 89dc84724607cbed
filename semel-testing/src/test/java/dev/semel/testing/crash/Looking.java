package dev.semel.testing.crash;

import static org.awaitility.Awaitility.await;

import dev.semel.testing.postgres.PostgresDatabase;
import java.time.Duration;

/**
 * When the explorer looks for effects: it counts rows, and then asks for those that were changed.
 */
final class Looking {
  private static final String COUNTED_AFTER =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND query LIKE '%FROM crash_explorer.change%' AND query_start > ?::timestamptz
      """;

  private Looking() {}

  /** The time of the server. */
  static String now(PostgresDatabase database) {
    return String.valueOf(
        database.query("SELECT clock_timestamp()::text AS now").get(0).get("now"));
  }

  /** Returns when rows were counted after that time of the server. */
  static void awaitAfter(String moment, PostgresDatabase database) {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> database.queryLong(COUNTED_AFTER, moment) > 0);
  }
}
