package dev.semel.torture.role;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.http.Caller;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.LeasedMode;
import dev.semel.http.OnFailure;
import dev.semel.http.Route;
import dev.semel.torture.bank.Op;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** A node of the bank's service: the endpoints, behind the filter. */
public final class NodeRole implements AutoCloseable {
  /** Who asks. There is no authentication in front of this bank. */
  public static final String TENANT_HEADER = "X-Tenant";

  private static final int CONNECTIONS = 12;
  private static final int MAX_THREADS = 60;
  private static final int STOP_MILLIS = 3_000;

  private final Server server;
  private final HikariDataSource pool;

  private NodeRole(Server server, HikariDataSource pool) {
    this.server = server;
    this.pool = pool;
  }

  static NodeRole start(RoleSettings settings) throws Exception {
    HikariDataSource pool = Parts.pool(settings, CONNECTIONS);
    Semel semel =
        Semel.builder(Parts.store(pool, settings.clockShift())).node(settings.name()).build();
    Payouts payouts = new Payouts(semel, pool, settings);
    ServletContextHandler handler = new ServletContextHandler();
    handler.addFilter(
        new FilterHolder(filter(semel, payouts, settings)),
        "/*",
        IdempotencyFilter.dispatcherTypes());
    handler.addServlet(new ServletHolder(new BankServlet(semel, payouts, settings)), "/*");
    Server server = server(settings.port(), handler);
    server.start();
    return new NodeRole(server, pool);
  }

  private static Server server(int port, ServletContextHandler handler) {
    Server server = new Server(new QueuedThreadPool(MAX_THREADS));
    ServerConnector connector = new ServerConnector(server, 1, 1);
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    connector.setPort(port);
    server.addConnector(connector);
    server.setHandler(handler);
    server.setStopTimeout(STOP_MILLIS);
    return server;
  }

  private static IdempotencyFilter filter(Semel semel, Payouts payouts, RoleSettings settings) {
    IdempotencyFilter.Builder filter =
        IdempotencyFilter.builder(semel).callers(NodeRole::caller).route(route(Op.OPEN));
    // A broken node protects transfers in its own way, and what leaves the bank not at all.
    return settings.broken() ? filter.build() : protect(filter, payouts).build();
  }

  private static IdempotencyFilter.Builder protect(
      IdempotencyFilter.Builder filter, Payouts payouts) {
    return filter
        .route(route(Op.TRANSFER))
        .route(
            route(Op.PAYOUT)
                .leased(
                    new LeasedMode(
                        Parts.LEASE, Takeover.ask(payouts::whatBecameOf), OnFailure.RELEASE)))
        .route(
            route(Op.CHEQUE)
                .leased(new LeasedMode(Parts.LEASE, Takeover.block(), OnFailure.UNKNOWN)));
  }

  private static Route route(Op op) {
    return Route.post(op.path()).operation(op.operation()).retainedFor(op.retention());
  }

  private static @Nullable Caller caller(HttpServletRequest request) {
    String tenant = request.getHeader(TENANT_HEADER);
    return tenant == null ? null : Caller.tenant(tenant);
  }

  @Override
  public void close() throws Exception {
    server.stop();
    pool.close();
  }
}
