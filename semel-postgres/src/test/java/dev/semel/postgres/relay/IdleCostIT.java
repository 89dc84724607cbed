package dev.semel.postgres.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Polling an outbox in which nothing happens. */
@ExtendWith(PostgresExtension.class)
class IdleCostIT {
  private final PostgresDatabase database;

  IdleCostIT(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
  }

  @Test
  void lookAssignsNoTransactionId() throws SQLException {
    PostgresRelays relays = PostgresRelays.on(database.dataSource());
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      relays.look(connection);
      relays.look(connection);
      assertThat(assignedXid(connection)).isNull();
    }
  }

  /** A greater one than any that was assigned, also while those transactions are open. */
  @Test
  void lookReturnsTheNextTransactionId() throws SQLException {
    OutboxReader reader =
        new OutboxReader(new RelayParts(database.dataSource(), "\"semel\"", null, null));
    try (Connection writer = database.connect();
        Connection connection = database.connect()) {
      writer.setAutoCommit(false);
      writer.createStatement().execute("SELECT pg_current_xact_id()");
      long assigned = Long.parseLong(String.valueOf(assignedXid(writer)));
      assertThat(reader.look(connection).xid()).isGreaterThan(assigned);
    }
  }

  private static @Nullable String assignedXid(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_current_xact_id_if_assigned()::text")) {
      row.next();
      return row.getString(1);
    }
  }
}
