package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * One run of the server, from its start or its recovery from a crash to the next.
 *
 * <p><b>Why.</b> A server that crashes forgets transaction ids and sequence values that were not on
 * disk and assigns them again. What a relay has read may be used only in the same run. A broken
 * connection would show the end of a run, but a pooler that shares server connections between
 * transactions hides it.
 */
record ServerRun(String identity) {
  /** The server resets its statistics whenever it recovers from a crash. */
  static final String EXPRESSION =
      "concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()))";

  private static final NamedSql READ = NamedSql.of("SELECT " + EXPRESSION);

  static ServerRun of(Connection connection) throws SQLException {
    try (NamedSql.Bound bound = READ.prepare(connection);
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      return new ServerRun(row.getString(1));
    }
  }

  /** Throws if the server was started or has recovered since. */
  void check(String present) {
    if (!identity.equals(present)) {
      throw new IllegalStateException(
          "the database server was restarted since the relay's session began; the relay starts again from its saved positions");
    }
  }
}
