package dev.semel.http.guide;

import dev.semel.Semel;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.Route;
import dev.semel.http.server.TestServer;
import dev.semel.http.server.TestServer.Container;
import dev.semel.http.server.WebApp;
import dev.semel.testing.postgres.PostgresDatabase;
import jakarta.servlet.Servlet;
import java.net.URI;

/** The service of the guide, on a server of its own. */
final class CaseService implements AutoCloseable {
  private final TestServer server;
  private final IdempotencyFilter filter;

  private CaseService(TestServer server, IdempotencyFilter filter) {
    this.server = server;
    this.filter = filter;
  }

  /** The whole service, with the settings that the guide begins with. */
  static CaseService start(Semel semel) {
    return start(Container.TOMCAT, filter(semel));
  }

  static CaseService start(Container container, IdempotencyFilter filter) {
    WebApp app = app(filter).servlet("/cases", new OpenCaseServlet());
    return new CaseService(container.start(app.servlet("/cases/*", new ApproveServlet())), filter);
  }

  /** The filter in front of one servlet of a test. */
  static CaseService start(IdempotencyFilter filter, Servlet servlet) {
    return new CaseService(Container.JETTY.start(app(filter).servlet("/*", servlet)), filter);
  }

  private static WebApp app(IdempotencyFilter filter) {
    return WebApp.create()
        .filter("/*", new Login())
        .filter("/*", filter, IdempotencyFilter.dispatcherTypes());
  }

  static IdempotencyFilter filter(Semel semel) {
    // snippet: http-filter
    IdempotencyFilter filter =
        IdempotencyFilter.builder(semel)
            .callers(Callers::of)
            .route(Route.post("/cases"))
            .route(Route.post("/cases/{id}/approve"))
            .build();
    // end snippet
    return filter;
  }

  /** A filter with one route. */
  static IdempotencyFilter filter(Semel semel, Route route) {
    return IdempotencyFilter.builder(semel).callers(Callers::of).route(route).build();
  }

  static void createTables(PostgresDatabase database) {
    database.execute(
        """
        CREATE TABLE IF NOT EXISTS cases (
          id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          complaint text NOT NULL,
          state     text NOT NULL DEFAULT 'OPEN')
        """);
  }

  int port() {
    return server.port();
  }

  URI uri() {
    return server.uri("/");
  }

  Calls as(String user) {
    return new Calls(uri(), user);
  }

  @Override
  public void close() {
    server.close();
    filter.destroy();
  }
}
