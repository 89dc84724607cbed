package dev.semel.postgres.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.postgres.PostgresStore;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.ReplayRequest;
import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.HeldChange;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.ShardLease;
import dev.semel.relay.spi.ShardWrite;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A pool between the relay and the server that hands each statement to another connection. */
@ExtendWith(PostgresExtension.class)
class SharedConnectionIT {
  private static final RelayedEvent HELD =
      new RelayedEvent(
          new UUID(0, 1),
          "key",
          "acme",
          "case",
          "7",
          null,
          "opened",
          null,
          Map.of(),
          null,
          Instant.EPOCH,
          1);

  private final PostgresDatabase database;

  SharedConnectionIT(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
  }

  @Test
  void sessionContinuesOnAnotherServerProcess() throws SQLException {
    try (Connection one = database.connect();
        Connection two = database.connect();
        OutboxSession session = PostgresSession.open(partsOn(taking(turns(one, two))))) {
      Mark first = session.mark(null);
      assertThat(session.mark(first)).isNotNull();
    }
  }

  @Test
  void plannerSettingsEndWithTheStatement() throws SQLException {
    PostgresRelays.on(database.dataSource()).setUp("shared", 1, RelaySettings.Start.OLDEST);
    Cursor start = PostgresCursor.at(PostgresMark.BEGINNING);
    try (Connection only = database.connect();
        OutboxSession session = PostgresSession.open(partsOn(taking(only)))) {
      String before = changedSettings(only);
      session.read(start, session.mark(null), Set.of(0), 1, 10);
      session.readRange(ReplayRequest.named("again"), 0, session.mark(null), 1, 10);
      session.write("shared", List.of(write(HELD)), true);
      assertThat(changedSettings(only)).isEqualTo(before);
    }
  }

  private static ShardWrite write(RelayedEvent failed) {
    return new ShardWrite(
        new ShardLease(0, 1), null, List.of(new HeldChange.Parks(failed, 1, "refused")));
  }

  private static String changedSettings(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT coalesce(string_agg(name || '=' || setting, ', ' ORDER BY name), '') FROM pg_settings WHERE source = 'session' AND name <> 'transaction_isolation'")) {
      row.next();
      return row.getString(1);
    }
  }

  private static RelayParts partsOn(DataSource source) {
    return new RelayParts(source, "\"semel\"", null, null);
  }

  private static DataSource taking(Connection connection) {
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> connection);
  }

  /** Each statement goes to the next of these. */
  private static Connection turns(Connection... connections) {
    Deque<Connection> waiting = new ArrayDeque<>(List.of(connections));
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                waiting.addLast(waiting.removeFirst());
              }
              try {
                return method.invoke(waiting.getFirst(), arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
