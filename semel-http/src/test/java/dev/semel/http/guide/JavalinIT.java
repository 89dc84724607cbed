package dev.semel.http.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.JdbcEffect;
import dev.semel.Semel;
import dev.semel.http.Caller;
import dev.semel.http.HttpEffect;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.Route;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.net.URI;
import java.net.http.HttpResponse;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Handlers of Javalin behind the filter. */
@ExtendWith(PostgresExtension.class)
class JavalinIT {
  private final PostgresDatabase database;
  private final Semel semel;
  private final String key = UUID.randomUUID().toString();

  JavalinIT(PostgresDatabase database) {
    this.database = database;
    this.semel = Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
    CaseService.createTables(database);
  }

  // snippet: javalin-handler
  static void open(Context context) throws SQLException {
    JdbcEffect effect = HttpEffect.of(context.req());
    try (PreparedStatement insert =
        effect.connection().prepareStatement("INSERT INTO cases (complaint) VALUES (?)")) {
      insert.setString(1, context.body());
      insert.executeUpdate();
    }
    context.status(201).json("{\"id\":7}");
  }

  // end snippet

  private Javalin start() {
    // snippet: javalin-filter
    IdempotencyFilter filter =
        IdempotencyFilter.builder(semel)
            .callers(request -> new Caller("acme", request.getHeader("Authorization")))
            .route(Route.post("/cases"))
            .build();
    Javalin application =
        Javalin.create(
            config -> {
              config.jetty.modifyServletContextHandler(
                  handler ->
                      handler.addFilter(
                          new FilterHolder(filter), "/*", IdempotencyFilter.dispatcherTypes()));
              config.routes.post("/cases", JavalinIT::open);
            });
    // end snippet
    return application.start("127.0.0.1", 0);
  }

  @Test
  void retryGetsStoredResponseOfHandler() throws Exception {
    Javalin application = start();
    try {
      Calls ada = new Calls(URI.create("http://127.0.0.1:" + application.port() + "/"), "ada");
      HttpResponse<String> first = ada.post("/cases", key, "noise " + key);
      HttpResponse<String> retry = ada.post("/cases", key, "noise " + key);
      HttpResponse<String> other = ada.post("/cases", key, "other");

      assertThat(first.statusCode()).isEqualTo(201);
      assertThat(retry.statusCode()).isEqualTo(201);
      assertThat(retry.body()).isEqualTo(first.body());
      assertThat(retry.headers().firstValue("Idempotent-Replayed")).hasValue("true");
      assertThat(other.statusCode()).isEqualTo(422);
      assertThat(
              database.queryLong("SELECT count(*) FROM cases WHERE complaint LIKE '%' || ?", key))
          .isEqualTo(1);
    } finally {
      application.stop();
    }
  }
}
