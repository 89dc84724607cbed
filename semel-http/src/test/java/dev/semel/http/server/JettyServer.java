package dev.semel.http.server;

import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.util.EnumSet;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty. */
final class JettyServer implements TestServer {
  private final Server server = new Server();
  private final ServerConnector connector;

  JettyServer(WebApp app) {
    HttpConfiguration configuration = new HttpConfiguration();
    connector =
        new ServerConnector(
            server,
            new HttpConnectionFactory(configuration),
            new HTTP2CServerConnectionFactory(configuration));
    // Otherwise the system resets connections when hundreds are opened at once.
    connector.setAcceptQueueSize(Containers.ACCEPT_QUEUE);
    server.addConnector(connector);
    server.setHandler(handlerOf(app));
    Containers.run("start Jetty", server::start);
  }

  private static ServletContextHandler handlerOf(WebApp app) {
    ServletContextHandler handler = new ServletContextHandler();
    app.filters().forEach(filter -> addFilter(filter, handler));
    app.servlets().forEach(servlet -> addServlet(servlet, handler));
    return handler;
  }

  private static void addFilter(WebApp.Mapped<Filter> filter, ServletContextHandler handler) {
    FilterHolder holder = new FilterHolder(filter.part());
    holder.setAsyncSupported(true);
    handler.addFilter(holder, filter.path(), EnumSet.copyOf(filter.dispatches()));
  }

  private static void addServlet(WebApp.Mapped<Servlet> servlet, ServletContextHandler handler) {
    ServletHolder holder = new ServletHolder(servlet.part());
    holder.setAsyncSupported(true);
    if (servlet.multipart() != null) {
      holder.getRegistration().setMultipartConfig(servlet.multipart());
    }
    handler.addServlet(holder, servlet.path());
  }

  @Override
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    Containers.run("stop Jetty", server::stop);
  }
}
