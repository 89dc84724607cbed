package dev.semel.postgres.relay;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.ConfigurationException;
import dev.semel.postgres.PostgresStore;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A pool between the relay and the server that hands each statement to another connection. */
@ExtendWith(PostgresExtension.class)
class SharedConnectionIT {
  private final PostgresDatabase database;

  SharedConnectionIT(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
  }

  @Test
  void aConnectionThatMovesBetweenServerProcessesIsRefused() throws SQLException {
    try (Connection one = database.connect();
        Connection two = database.connect();
        OutboxSession session = PostgresSession.open(partsOn(taking(turns(one, two))))) {
      Mark first = session.mark(null);
      assertThatThrownBy(() -> session.mark(first))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("straight to the server");
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
