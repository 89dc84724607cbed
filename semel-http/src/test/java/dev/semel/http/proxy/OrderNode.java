package dev.semel.http.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.http.Caller;
import dev.semel.http.HttpEffect;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.Route;
import dev.semel.postgres.PostgresStore;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;

/** One instance of the application, as a program: takes orders on a port until it is killed. */
final class OrderNode {
  /** What it prints once it serves. */
  static final String READY = "ready";

  private static final int POOL_SIZE = 10;

  /** Takes 20 ms, so that a kill meets requests at work. */
  private static final String INSERT =
      "INSERT INTO orders (key) SELECT ? FROM pg_sleep(0.02) RETURNING id";

  private OrderNode() {}

  /**
   * Serves until the process ends.
   *
   * @param arguments JDBC URL, user, port
   */
  public static void main(String[] arguments) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(arguments[0]);
    config.setUsername(arguments[1]);
    config.setMaximumPoolSize(POOL_SIZE);
    Semel semel = Semel.on(PostgresStore.on(new HikariDataSource(config)));
    IdempotencyFilter filter =
        IdempotencyFilter.builder(semel)
            .callers(request -> new Caller("acme", "olga"))
            .route(Route.post("/orders"))
            .build();
    ServletContextHandler handler = new ServletContextHandler();
    handler.addFilter(new FilterHolder(filter), "/*", IdempotencyFilter.dispatcherTypes());
    handler.addServlet(new ServletHolder(new OrderServlet()), "/*");
    Server server = new Server(address(arguments[2]));
    server.setHandler(handler);
    server.start();
    System.out.println(READY);
    server.join();
  }

  private static InetSocketAddress address(String port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
  }

  /** Inserts a row per order. */
  private static final class OrderServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      var effect = HttpEffect.of(request);
      try (PreparedStatement insert = effect.connection().prepareStatement(INSERT)) {
        insert.setString(1, effect.intent().key());
        try (ResultSet row = insert.executeQuery()) {
          row.next();
          response.setStatus(201);
          response.getOutputStream().write(Long.toString(row.getLong(1)).getBytes(UTF_8));
        }
      } catch (SQLException e) {
        throw new ServletException(e);
      }
    }
  }
}
