package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.RetryPolicy;
import dev.semel.Takeover;
import dev.semel.http.LeasedMode;
import dev.semel.http.OnFailure;
import dev.semel.http.Route;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.CrashReport;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Requests with a key to a server whose way to the database breaks at each request, and which dies
 * at the first and the last; and retries with the same key to another one: one row, one record, one
 * answer.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredFilterIT {
  private static final Duration LEASE = Duration.ofMinutes(10);
  private static final RetryPolicy HASTY =
      new RetryPolicy(2, Duration.ofMinutes(1), Duration.ofMillis(1), Duration.ofMillis(1));
  private static final String IS_STORED =
      "SELECT count(*) FROM semel.intent WHERE key = ? AND state = 'EXECUTED'";
  private static final String CHARGE =
      """
      INSERT INTO charge (key) VALUES (?)
      ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING id
      """;

  private final PostgresDatabase database;

  ExploredFilterIT(PostgresDatabase database) {
    this.database = database;
    Shop.on(database);
    database.execute(
        "CREATE TABLE IF NOT EXISTS charge (id bigserial PRIMARY KEY, key text UNIQUE)");
  }

  @Test
  void aTransactionalRequest(CrashExplorer explorer) {
    try (Ordering ordering = new Ordering()) {
      CrashReport report =
          dying(explorer, Ordering.class).check("one order", this::isOrderedOnce).explore(ordering);

      assertThat(report.missed()).isZero();
    }
  }

  @Test
  @Tag("thorough")
  void aLeasedRequestToAnOutsideSystemThatKnowsItsKeys(CrashExplorer explorer) {
    SettableClock clock = SettableClock.create();
    try (Charging charging = new Charging(clock, database.dataSource())) {
      dying(explorer, Charging.class)
          .clock(clock, LEASE.multipliedBy(2))
          .atBothEnds(CrashFault.SERIALIZATION_FAILURE, CrashFault.DEADLOCK)
          .ignoring("semel.recovery")
          .check("one charge", this::isChargedOnce)
          .check(
              "nobody calls the provider when the answer is stored",
              (it, key) -> assertThat(charging.calledForNothing).doesNotContain(key))
          .explore(charging);
    }
  }

  private static CrashExplorer dying(CrashExplorer explorer, Class<? extends CrashHandler> type) {
    return explorer.killing(type).atBothEnds(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER);
  }

  /** A server for each way to the database. */
  abstract static class Serving implements CrashHandler, AutoCloseable {
    private final Map<DataSource, Shop> shops = new ConcurrentHashMap<>();
    private final SettableClock clock;

    Serving(SettableClock clock) {
      this.clock = clock;
    }

    /** What its shop is like, on this way to the database. */
    abstract Shop.Plan arrange(Shop.Plan plan, DataSource source);

    @Override
    public final Object handle(Trial trial) {
      Shop shop = shops.computeIfAbsent(trial.dataSource(), this::open);
      HttpResponse<String> response = shop.order(trial.key());
      if (response.statusCode() != 201) {
        throw new IllegalStateException(response.statusCode() + " " + response.body());
      }
      return response.statusCode() + " " + response.body();
    }

    private Shop open(DataSource source) {
      return arrange(Shop.at(source).store(store -> store.clock(clock)), source)
          .open(Container.JETTY);
    }

    @Override
    public final void close() {
      shops.values().forEach(Shop::close);
    }
  }

  /** Takes orders in the transactions of their requests. A process can load it. */
  static final class Ordering extends Serving {
    Ordering() {
      super(SettableClock.create());
    }

    @Override
    Shop.Plan arrange(Shop.Plan plan, DataSource source) {
      return plan.route(Route.post("/orders"));
    }
  }

  /**
   * Has a payment provider charge for orders, which has a database of its own and charges once for
   * a key. A process can load it.
   */
  static final class Charging extends Serving {
    private static final Route ROUTE =
        Route.post("/orders")
            .retrying(HASTY)
            .leased(new LeasedMode(LEASE, Takeover.takeOver(), OnFailure.RELEASE));

    private final Set<String> calledForNothing = ConcurrentHashMap.newKeySet();
    private final @Nullable DataSource provider;

    /** In a process that is to be killed, which has one way to the database. */
    Charging() {
      super(SettableClock.create());
      this.provider = null;
    }

    Charging(SettableClock clock, DataSource provider) {
      super(clock);
      this.provider = provider;
    }

    @Override
    Shop.Plan arrange(Shop.Plan plan, DataSource source) {
      DataSource ofProvider = provider == null ? source : provider;
      return plan.route(ROUTE)
          .handler((request, response) -> charge(ofProvider, request, response));
    }

    private void charge(
        DataSource ofProvider, HttpServletRequest request, HttpServletResponse response)
        throws IOException, SQLException {
      String key = request.getHeader(Shop.KEY);
      try (Connection connection = ofProvider.getConnection()) {
        if (number(connection, IS_STORED, key) > 0) {
          calledForNothing.add(key);
        }
        long id = number(connection, CHARGE, key);
        response.setStatus(201);
        response.getWriter().print("charge " + id);
      }
    }

    private static long number(Connection connection, String sql, String key) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setString(1, key);
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          return row.getLong(1);
        }
      }
    }
  }

  private void isOrderedOnce(PostgresDatabase ignored, String key) {
    assertThat(database.queryLong("SELECT count(*) FROM orders WHERE key = ?", key)).isOne();
  }

  private void isChargedOnce(PostgresDatabase ignored, String key) {
    assertThat(database.queryLong("SELECT count(*) FROM charge WHERE key = ?", key)).isOne();
  }
}
