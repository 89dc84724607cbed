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
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Requests with a key to a server whose way to the database breaks at each request, and retries
 * with the same key to another one: one row, one record, one answer.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredFilterIT {
  private static final Duration LEASE = Duration.ofMinutes(10);
  private static final RetryPolicy HASTY =
      new RetryPolicy(2, Duration.ofMinutes(1), Duration.ofMillis(1), Duration.ofMillis(1));

  private final PostgresDatabase database;
  private final SettableClock clock = SettableClock.create();
  private final Map<DataSource, Shop> shops = new ConcurrentHashMap<>();
  private final Set<String> calledForNothing = ConcurrentHashMap.newKeySet();

  ExploredFilterIT(PostgresDatabase database) {
    this.database = database;
  }

  @AfterEach
  void closeShops() {
    shops.values().forEach(Shop::close);
  }

  @Test
  void aTransactionalRequest(CrashExplorer explorer) {
    CrashReport report =
        explorer
            .check("one order", this::isOrderedOnce)
            .explore(trial -> order(trial, plan -> plan.route(Route.post("/orders"))));

    assertThat(report.missed()).isZero();
  }

  @Test
  void aLeasedRequestToAnOutsideSystemThatKnowsItsKeys(CrashExplorer explorer) {
    Shop.on(database);
    database.execute("CREATE TABLE charge (id bigserial PRIMARY KEY, key text UNIQUE)");
    LeasedMode leased = new LeasedMode(LEASE, Takeover.takeOver(), OnFailure.RELEASE);
    Route route = Route.post("/orders").retrying(HASTY).leased(leased);

    explorer
        .clock(clock, LEASE.multipliedBy(2))
        .atBothEnds(CrashFault.SERIALIZATION_FAILURE, CrashFault.DEADLOCK)
        .ignoring("semel.recovery")
        .check("one charge", this::isChargedOnce)
        .check(
            "nobody calls the provider when the answer is stored",
            (it, key) -> assertThat(calledForNothing).doesNotContain(key))
        .explore(trial -> order(trial, plan -> plan.route(route).handler(this::charge)));
  }

  private Object order(Trial trial, UnaryOperator<Shop.Plan> settings) {
    Shop shop = shops.computeIfAbsent(trial.dataSource(), source -> open(source, settings));
    HttpResponse<String> response = shop.order(trial.key());
    if (response.statusCode() != 201) {
      throw new IllegalStateException(response.statusCode() + " " + response.body());
    }
    return response.statusCode() + " " + response.body();
  }

  private Shop open(DataSource source, UnaryOperator<Shop.Plan> settings) {
    return settings
        .apply(Shop.on(database).over(source).store(store -> store.clock(clock)))
        .open(Container.JETTY);
  }

  /** A payment provider: it has a database of its own, and charges once for a key. */
  private void charge(HttpServletRequest request, HttpServletResponse response)
      throws IOException, SQLException {
    String key = request.getHeader(Shop.KEY);
    if (database.queryLong(
            "SELECT count(*) FROM semel.intent WHERE key = ? AND state = 'EXECUTED'", key)
        > 0) {
      calledForNothing.add(key);
    }
    try (Connection provider = database.connect();
        PreparedStatement insert =
            provider.prepareStatement(
                """
                INSERT INTO charge (key) VALUES (?)
                ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING id
                """)) {
      insert.setString(1, key);
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        response.setStatus(201);
        response.getWriter().print("charge " + row.getLong(1));
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
