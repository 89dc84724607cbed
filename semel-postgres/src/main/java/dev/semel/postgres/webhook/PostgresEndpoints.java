package dev.semel.postgres.webhook;

import dev.semel.jdbc.NamedSql;
import dev.semel.postgres.PostgresComponent;
import dev.semel.postgres.PostgresSchema;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.spi.EndpointFailure;
import dev.semel.relay.spi.EndpointState;
import dev.semel.relay.spi.EndpointStore;
import dev.semel.spi.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;

/**
 * Which endpoints of webhooks are switched off or take nothing, in a PostgreSQL database.
 *
 * <p><b>Guarantee.</b> A change is committed when {@link #change} returns true, and was made by
 * someone who had seen the one before it. <b>Threads.</b> Safe for use by several threads.
 */
public final class PostgresEndpoints implements EndpointStore {
  private static final int MAX_LISTED = 10_000;
  private static final String ENABLED = "ENABLED";
  private static final String DISABLED = "DISABLED";

  private final DataSource dataSource;
  private final NamedSql all;
  private final NamedSql history;
  private final NamedSql change;
  private final NamedSql failing;
  private final NamedSql fails;
  private final NamedSql takesAgain;

  private PostgresEndpoints(DataSource dataSource, String schema) {
    this.dataSource = dataSource;
    all =
        sql(
            schema,
            """
            SELECT DISTINCT ON (endpoint) endpoint, version, state, changed_at, changed_by, reason
            FROM ${schema}.webhook_endpoint
            ORDER BY endpoint, version DESC
            """);
    history =
        sql(
            schema,
            """
            SELECT endpoint, version, state, changed_at, changed_by, reason
            FROM ${schema}.webhook_endpoint
            WHERE endpoint = :endpoint
            ORDER BY version DESC
            LIMIT :limit
            """);
    change =
        sql(
            schema,
            """
            INSERT INTO ${schema}.webhook_endpoint (endpoint, version, state, changed_at, changed_by, reason)
            VALUES (:endpoint, :version, :state, statement_timestamp(), :by, :reason)
            ON CONFLICT (endpoint, version) DO NOTHING
            """);
    failing = sql(schema, "SELECT endpoint, version, since, reason FROM ${schema}.webhook_failing");
    fails =
        sql(
            schema,
            """
            INSERT INTO ${schema}.webhook_failing AS known (endpoint, version, since, reason)
            VALUES (:endpoint, :version, :since, :reason)
            ON CONFLICT (endpoint) DO UPDATE
            SET version = excluded.version, since = excluded.since, reason = excluded.reason
            WHERE known.version < excluded.version
            """);
    takesAgain = sql(schema, "DELETE FROM ${schema}.webhook_failing WHERE endpoint = :endpoint");
  }

  private static NamedSql sql(String schema, String text) {
    return NamedSql.of(text.replace("${schema}", '"' + schema + '"'));
  }

  /**
   * In the schema {@code semel}, which must be there.
   *
   * @throws dev.semel.ConfigurationException that lists what is missing
   */
  public static PostgresEndpoints on(DataSource dataSource) {
    return on(dataSource, PostgresSchema.DEFAULT_NAME);
  }

  /**
   * In a schema of another name.
   *
   * @throws dev.semel.ConfigurationException that lists what is missing
   */
  public static PostgresEndpoints on(DataSource dataSource, String schema) {
    Objects.requireNonNull(dataSource, "dataSource");
    PostgresSchema checked = PostgresSchema.named(dataSource, schema);
    checked.validateFor(PostgresComponent.WEBHOOKS);
    return new PostgresEndpoints(dataSource, schema);
  }

  @Override
  public EndpointState find(String endpoint) {
    List<EndpointState> latest = history(endpoint, 1);
    return latest.isEmpty() ? EndpointState.unchanged(endpoint) : latest.get(0);
  }

  @Override
  public List<EndpointState> all() {
    return on("look at the endpoints", all, PostgresEndpoints::states);
  }

  @Override
  public List<EndpointState> history(String endpoint, int limit) {
    if (limit < 1 || limit > MAX_LISTED) {
      throw new IllegalArgumentException("limit is %d; give 1 to %d".formatted(limit, MAX_LISTED));
    }
    return on(
        "look at endpoint " + endpoint,
        history,
        bound -> states(bound.setString("endpoint", endpoint).setInt("limit", limit)));
  }

  @Override
  public boolean change(EndpointState seen, boolean enabled, DeadLetters.Decision decision) {
    return on(
        "switch endpoint " + seen.endpoint(),
        change,
        bound -> {
          bound
              .setString("endpoint", seen.endpoint())
              .setLong("version", seen.version() + 1)
              .setString("state", enabled ? ENABLED : DISABLED)
              .setString("by", decision.by())
              .setString("reason", decision.reason());
          return bound.statement().executeUpdate() == 1;
        });
  }

  @Override
  public List<EndpointFailure> failing() {
    return on("look which endpoints fail", failing, PostgresEndpoints::failures);
  }

  @Override
  public void fails(EndpointFailure first) {
    int unused =
        on(
            "note that endpoint " + first.endpoint() + " fails",
            fails,
            bound ->
                bound
                    .setString("endpoint", first.endpoint())
                    .setLong("version", first.version())
                    .set("since", first.since().atOffset(ZoneOffset.UTC))
                    .setString("reason", first.reason())
                    .statement()
                    .executeUpdate());
  }

  @Override
  public void takesAgain(String endpoint) {
    int unused =
        on(
            "note that endpoint " + endpoint + " takes events again",
            takesAgain,
            bound -> bound.setString("endpoint", endpoint).statement().executeUpdate());
  }

  private interface Work<V> {
    V with(NamedSql.Bound bound) throws SQLException;
  }

  /** Every statement is a transaction of its own. */
  private <V> V on(String what, NamedSql sql, Work<V> work) {
    try (Connection connection = dataSource.getConnection()) {
      boolean before = connection.getAutoCommit();
      if (!before) {
        connection.setAutoCommit(true);
      }
      V result;
      try (NamedSql.Bound bound = sql.prepare(connection)) {
        result = work.with(bound);
      }
      if (!before) {
        connection.setAutoCommit(false);
      }
      return result;
    } catch (SQLException e) {
      throw new StoreException("could not %s (SQLSTATE %s)".formatted(what, e.getSQLState()), e);
    }
  }

  private static List<EndpointState> states(NamedSql.Bound bound) throws SQLException {
    List<EndpointState> found = new ArrayList<>();
    try (ResultSet rows = bound.statement().executeQuery()) {
      while (rows.next()) {
        found.add(
            new EndpointState(
                rows.getString(1),
                rows.getLong(2),
                rows.getString(3).equals(ENABLED),
                rows.getObject(4, OffsetDateTime.class).toInstant(),
                rows.getString(5),
                rows.getString(6)));
      }
    }
    return found;
  }

  private static List<EndpointFailure> failures(NamedSql.Bound bound) throws SQLException {
    List<EndpointFailure> found = new ArrayList<>();
    try (ResultSet rows = bound.statement().executeQuery()) {
      while (rows.next()) {
        found.add(
            new EndpointFailure(
                rows.getString(1),
                rows.getLong(2),
                rows.getObject(3, OffsetDateTime.class).toInstant(),
                rows.getString(4)));
      }
    }
    return found;
  }
}
