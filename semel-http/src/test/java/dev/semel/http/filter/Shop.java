package dev.semel.http.filter;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Duplicates;
import dev.semel.Semel;
import dev.semel.http.Caller;
import dev.semel.http.HttpEffect;
import dev.semel.http.HttpEvent;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.Route;
import dev.semel.http.server.TestServer;
import dev.semel.http.server.TestServer.Container;
import dev.semel.http.server.WebApp;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A shop behind the filter: each order is a row, so that a second effect shows. What its handler
 * does beside that, each test says.
 */
final class Shop implements AutoCloseable {
  static final String KEY = IdempotencyFilter.KEY_HEADER;
  static final String MARKER = "Idempotent-Replayed";
  private static final int POOL_SIZE = 10;
  private static final int CONNECTION_WAIT_MILLIS = 60_000;
  private static final int SHORT_WAIT_MILLIS = 2_000;
  private static final int SHORTEST_WAIT_MILLIS = 500;

  private final @Nullable PostgresDatabase database;
  private final HikariDataSource pool;
  private final IdempotencyFilter filter;
  private final TestServer server;
  private final HttpClient client;
  final Map<HttpEvent, AtomicInteger> events;

  /** What a test lets the shop do with an order. */
  @FunctionalInterface
  interface Handler {
    void handle(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException, SQLException;
  }

  private Shop(Plan plan, Container container, Version version) {
    this.database = plan.database;
    this.events = plan.events;
    this.pool = pool(plan);
    PostgresStore store = plan.storeSettings.apply(PostgresStore.builder(pool)).build();
    Semel semel = plan.semelSettings.apply(Semel.builder(store)).build();
    this.filter = plan.filter(semel);
    WebApp app = WebApp.create();
    for (Filter front : plan.fronts) {
      app = app.filter("/*", front);
    }
    app = app.filter("/*", filter, plan.dispatches);
    for (Filter behind : plan.behinds) {
      app = app.filter("/*", behind);
    }
    this.server = container.start(app.servlet("/*", new Counter(plan.handler), plan.multipart));
    try {
      this.client = server.client(version);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static HikariDataSource pool(Plan plan) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(plan.dataSource);
    config.setMaximumPoolSize(plan.poolSize);
    config.setMinimumIdle(1);
    config.setInitializationFailTimeout(-1);
    config.setConnectionTimeout(plan.connectionWaitMillis);
    HikariDataSource pool = new HikariDataSource(config);
    // A shop that is only slow to open is not one whose database is away.
    Waiting.until("the database answers", () -> answers(pool));
    return pool;
  }

  private static boolean answers(DataSource source) {
    try (Connection connection = source.getConnection()) {
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  /** What a shop is like before it opens. */
  static final class Plan {
    private final @Nullable PostgresDatabase database;
    private final List<UnaryOperator<IdempotencyFilter.Builder>> settings = new ArrayList<>();
    private final List<Route> routes = new ArrayList<>();
    private final List<Filter> fronts = new ArrayList<>();
    private final List<Filter> behinds = new ArrayList<>();
    private final Map<HttpEvent, AtomicInteger> events = new ConcurrentHashMap<>();
    private UnaryOperator<Semel.Builder> semelSettings = UnaryOperator.identity();
    private UnaryOperator<PostgresStore.Builder> storeSettings = UnaryOperator.identity();
    private List<Route> standardRoutes =
        List.of(Route.post("/orders").duplicates(Duplicates.refuse()));
    private Set<DispatcherType> dispatches = IdempotencyFilter.dispatcherTypes();
    private DataSource dataSource;
    private int poolSize = POOL_SIZE;
    private int connectionWaitMillis = CONNECTION_WAIT_MILLIS;
    private @Nullable MultipartConfigElement multipart;
    private Handler handler = Shop::order;

    private Plan(@Nullable PostgresDatabase database, DataSource dataSource) {
      this.database = database;
      this.dataSource = dataSource;
    }

    Plan handler(Handler value) {
      this.handler = value;
      return this;
    }

    Plan route(Route route) {
      routes.add(route);
      return this;
    }

    Plan settings(UnaryOperator<IdempotencyFilter.Builder> more) {
      settings.add(more);
      return this;
    }

    Plan semel(UnaryOperator<Semel.Builder> more) {
      this.semelSettings = more;
      return this;
    }

    Plan store(UnaryOperator<PostgresStore.Builder> more) {
      this.storeSettings = more;
      return this;
    }

    /** Reaches the database through a proxy, and gives up on it soon. */
    Plan through(FaultProxy proxy) {
      this.dataSource = known(database).dataSourceVia(proxy.host(), proxy.port());
      this.connectionWaitMillis = SHORT_WAIT_MILLIS;
      return this;
    }

    /** Gives up soon on a database that cannot be reached. */
    Plan hasty() {
      this.connectionWaitMillis = SHORTEST_WAIT_MILLIS;
      return this;
    }

    /** Does not give up on a database that comes back. */
    Plan patient() {
      this.connectionWaitMillis = CONNECTION_WAIT_MILLIS;
      return this;
    }

    /** Reaches the database in another way. */
    Plan over(DataSource source) {
      this.dataSource = source;
      return this;
    }

    /** What the filter is registered for. */
    Plan dispatches(Set<DispatcherType> types) {
      this.dispatches = types;
      return this;
    }

    /** Multipart configuration of the servlet. Default: none. */
    Plan multipart(@Nullable MultipartConfigElement config) {
      this.multipart = config;
      return this;
    }

    Plan poolSize(int connections) {
      this.poolSize = connections;
      return this;
    }

    /** A filter in front of the idempotency filter. */
    Plan inFront(Filter front) {
      fronts.add(front);
      return this;
    }

    /** A filter between the idempotency filter and the handler. */
    Plan behind(Filter behind) {
      behinds.add(behind);
      return this;
    }

    private IdempotencyFilter filter(Semel semel) {
      IdempotencyFilter.Builder builder =
          IdempotencyFilter.builder(semel)
              .callers(Shop::caller)
              .listener(
                  (event, method, operation) ->
                      events.computeIfAbsent(event, e -> new AtomicInteger()).incrementAndGet());
      for (UnaryOperator<IdempotencyFilter.Builder> more : settings) {
        builder = more.apply(builder);
      }
      List<Route> all = routes.isEmpty() ? standardRoutes : routes;
      for (Route route : all) {
        builder = builder.route(route);
      }
      return builder.build();
    }

    /** A shop whose settings say which routes it has. */
    Shop openUnrouted(Container container) {
      standardRoutes = List.of();
      return open(container);
    }

    Shop open(Container container) {
      return open(container, Version.HTTP_1_1);
    }

    Shop open(Container container, Version version) {
      return new Shop(this, container, version);
    }
  }

  static Plan on(PostgresDatabase database) {
    PostgresStore.builder(database.dataSource()).migrate().build();
    database.execute(
        "CREATE TABLE IF NOT EXISTS orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text)");
    return new Plan(database, database.dataSource());
  }

  /** On a database that is set up, and in which nobody counts by this shop. */
  static Plan at(DataSource source) {
    return new Plan(null, source);
  }

  private static PostgresDatabase known(@Nullable PostgresDatabase database) {
    return Objects.requireNonNull(database, "a shop at a data source does not know its database");
  }

  /** Headers in place of an authentication, which is not what is tested here. */
  private static Caller caller(HttpServletRequest request) {
    String tenant = request.getHeader("Tenant");
    String user = request.getHeader("User");
    return new Caller(tenant == null ? "acme" : tenant, user == null ? "olga" : user);
  }

  /** Passes every request to a test's handler. */
  private static final class Counter extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private final transient Handler handler;

    Counter(Handler handler) {
      this.handler = handler;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      if (request.getServletPath().isEmpty() && "/".equals(request.getPathInfo())) {
        return;
      }
      try {
        handler.handle(request, response);
      } catch (SQLException e) {
        throw new ServletException(e);
      }
    }
  }

  /** Takes an order: one row, and 201 with where it is. */
  static void order(HttpServletRequest request, HttpServletResponse response)
      throws IOException, SQLException {
    long id = insert(request);
    response.setStatus(201);
    response.setHeader("Location", "/orders/" + id);
    response.setContentType("application/json");
    response.getOutputStream().write(("{\"id\":" + id + "}").getBytes(UTF_8));
  }

  /** The effect of a transactional handler. */
  static long insert(HttpServletRequest request) throws SQLException {
    var effect = HttpEffect.of(request);
    return insert(effect.connection(), effect.intent().key());
  }

  static long insert(Connection connection, String key) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO orders (key) VALUES (?) RETURNING id")) {
      insert.setString(1, key);
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  // ---- what a test does with it

  static String newKey() {
    return "key-" + UUID.randomUUID();
  }

  /** For tests in which nothing may get as far as the store. */
  static UnaryOperator<Semel.Builder> refusingEveryClaim() {
    return semel ->
        semel.boundaries(
            (boundary, intent) -> {
              throw new AssertionError("the store was asked: " + boundary);
            });
  }

  DataSource dataSource() {
    return pool;
  }

  TestServer server() {
    return server;
  }

  /** A request with a key and a JSON body. */
  HttpRequest.Builder request(String key, String json) {
    return HttpRequest.newBuilder(server.uri("/orders"))
        .header(KEY, key)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(json));
  }

  /** A request with a JSON body and no key in its header. */
  HttpRequest.Builder json(String json) {
    return to("/orders")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(json));
  }

  HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(server.uri(path));
  }

  HttpResponse<String> order(String key) {
    return order(key, "{\"item\":\"lamp\"}");
  }

  HttpResponse<String> order(String key, String json) {
    return send(request(key, json));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  HttpClient client() {
    return client;
  }

  long orders(String key) {
    return known(database).queryLong("SELECT count(*) FROM orders WHERE key = ?", key);
  }

  long records(String key) {
    return known(database).queryLong("SELECT count(*) FROM semel.intent WHERE key = ?", key);
  }

  int count(HttpEvent event) {
    AtomicInteger count = events.get(event);
    return count == null ? 0 : count.get();
  }

  @Override
  public void close() {
    server.close();
    filter.destroy();
    pool.close();
  }
}
