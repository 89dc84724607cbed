package dev.semel.postgres.relay;

import dev.semel.testing.postgres.PostgresDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;

/** Copies Semel's rows from one cluster into another, as a restored dump does. */
final class ClusterCopy {
  private static final List<String> TABLES =
      List.of(
          "outbox",
          "relay_shard",
          "relay_node",
          "relay_held",
          "relay_decision",
          "relay_stream",
          "inbox_message");
  private static final List<String> SEQUENCES =
      List.of("outbox_seq_seq", "relay_decision_id_seq", "inbox_message_seq_seq");

  private final PostgresDatabase from;
  private final PostgresDatabase to;

  private ClusterCopy(PostgresDatabase from, PostgresDatabase to) {
    this.from = from;
    this.to = to;
  }

  /** Copies rows and sequences: a dump. */
  static void dump(PostgresDatabase from, PostgresDatabase to) {
    ClusterCopy copy = new ClusterCopy(from, to);
    copy.rows();
    SEQUENCES.forEach(copy::sequence);
  }

  /** Copies rows and leaves the sequences: logical replication. */
  static void replicate(PostgresDatabase from, PostgresDatabase to) {
    new ClusterCopy(from, to).rows();
  }

  private void rows() {
    try (Connection source = from.connect();
        Connection target = to.connect()) {
      for (String table : TABLES) {
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        source
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyOut("COPY semel." + table + " TO STDOUT", rows);
        target
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn(
                "COPY semel." + table + " FROM STDIN",
                new ByteArrayInputStream(rows.toByteArray()));
      }
    } catch (SQLException | IOException e) {
      throw new IllegalStateException("could not copy the tables", e);
    }
  }

  private void sequence(String unqualified) {
    String name = "semel." + unqualified;
    long last =
        from.queryLong("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM " + name);
    if (last > 0) {
      to.queryLong("SELECT setval(?::regclass, ?)", name, last);
    }
  }
}
