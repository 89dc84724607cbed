package dev.semel.testing.relay;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.relay.RelayedEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * What writers do beside their events, and what arrives at sinks, in tables of a PostgreSQL
 * database: for fixtures of stores that keep the outbox there. Safe for use by several threads.
 */
public final class RelayWitness {
  private final DataSource dataSource;
  private final Semel semel;

  private RelayWitness(DataSource dataSource, Semel semel) {
    this.dataSource = dataSource;
    this.semel = semel;
  }

  /**
   * Makes its tables.
   *
   * @param dataSource a pool that rolls back what is not committed when it gets a connection back
   * @param semel by which writers publish
   */
  public static RelayWitness in(DataSource dataSource, Semel semel) {
    RelayWitness witness = new RelayWitness(dataSource, semel);
    witness.execute(
        """
        CREATE TABLE touched (id bigint GENERATED ALWAYS AS IDENTITY);
        CREATE TABLE changed (id text PRIMARY KEY, version bigint NOT NULL);
        CREATE TABLE arrival (
          place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          node text NOT NULL, event uuid NOT NULL, aggregate text NOT NULL, version bigint NOT NULL, replay boolean NOT NULL)
        """);
    return witness;
  }

  /** Forgets what was noted. */
  public void clear() {
    execute("DELETE FROM arrival; DELETE FROM changed");
  }

  private void execute(String sql) {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Begins a transaction. */
  public OpenWriter begin() {
    try {
      Connection connection = dataSource.getConnection();
      connection.setAutoCommit(false);
      return new Writer(connection);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static IllegalStateException failed(SQLException e) {
    return new IllegalStateException("the fixture's own statement failed", e);
  }

  /** The pool rolls back what is not committed by the time it gets the connection back. */
  private final class Writer implements OpenWriter {
    private final Connection connection;

    Writer(Connection connection) {
      this.connection = connection;
    }

    @Override
    public void touch() {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO touched DEFAULT VALUES")) {
        insert.executeUpdate();
      } catch (SQLException e) {
        throw failed(e);
      }
    }

    @Override
    public long change(String aggregate) {
      try (PreparedStatement update =
          connection.prepareStatement(
              """
              INSERT INTO changed (id, version) VALUES (?, 1)
              ON CONFLICT (id) DO UPDATE SET version = changed.version + 1
              RETURNING version
              """)) {
        update.setString(1, aggregate);
        try (ResultSet row = update.executeQuery()) {
          row.next();
          return row.getLong(1);
        }
      } catch (SQLException e) {
        throw failed(e);
      }
    }

    @Override
    public void publish(String tenant, Event... events) {
      semel.within(connection).publish(tenant, events);
    }

    @Override
    public void commit() {
      try {
        connection.commit();
      } catch (SQLException e) {
        throw failed(e);
      }
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (SQLException e) {
        throw failed(e);
      }
    }
  }

  /** Notes what a node was given, in the order of their arrival. */
  public void arrived(String node, List<RelayedEvent> events) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                """
                INSERT INTO arrival (node, event, aggregate, version, replay)
                SELECT ?, e.* FROM unnest(?::uuid[], ?::text[], ?::bigint[], ?::boolean[]) AS e
                """)) {
      insert.setString(1, node);
      insert.setArray(2, array(connection, "uuid", events.stream().map(RelayedEvent::id).toList()));
      insert.setArray(
          3, array(connection, "text", events.stream().map(RelayedEvent::aggregateId).toList()));
      insert.setArray(
          4,
          array(
              connection,
              "int8",
              events.stream()
                  .map(event -> Objects.requireNonNullElse(event.aggregateVersion(), 0L))
                  .toList()));
      insert.setArray(
          5,
          array(
              connection,
              "bool",
              events.stream()
                  .map(event -> event.headers().containsKey(RelayedEvent.REPLAY_HEADER))
                  .toList()));
      insert.executeUpdate();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static java.sql.Array array(Connection connection, String type, List<?> values)
      throws SQLException {
    return connection.createArrayOf(type, values.toArray());
  }

  /** All that was noted, in that order. */
  public List<Arrival> arrivals() {
    List<Arrival> found = new ArrayList<>();
    try (Connection connection = dataSource.getConnection();
        PreparedStatement query =
            connection.prepareStatement(
                "SELECT node, event, aggregate, version, replay FROM arrival ORDER BY place");
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        found.add(
            new Arrival(
                rows.getString(1),
                rows.getObject(2, UUID.class),
                rows.getString(3),
                rows.getLong(4),
                rows.getBoolean(5)));
      }
      return found;
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
