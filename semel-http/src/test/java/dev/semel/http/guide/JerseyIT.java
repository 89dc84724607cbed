package dev.semel.http.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.JdbcEffect;
import dev.semel.Semel;
import dev.semel.http.HttpEffect;
import dev.semel.http.Idempotency;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.Route;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Resources of Jersey behind the filter. */
@ExtendWith(PostgresExtension.class)
class JerseyIT {
  private final PostgresDatabase database;
  private final Semel semel;
  private final String key = UUID.randomUUID().toString();

  JerseyIT(PostgresDatabase database) {
    this.database = database;
    this.semel = Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
    CaseService.createTables(database);
  }

  // snippet: jersey-resource
  @Path("/cases")
  public static class CaseResource {
    @POST
    @Path("/{id}")
    @Consumes("application/json")
    public Response open(
        @Context HttpServletRequest request, @PathParam("id") long id, String complaint)
        throws SQLException {
      Idempotency.begin(request); // from here on, responses are stored
      if (complaint.isBlank()) {
        throw new WebApplicationException("a complaint is needed", 400);
      }
      JdbcEffect effect = HttpEffect.of(request);
      try (PreparedStatement insert =
          effect.connection().prepareStatement("INSERT INTO cases (complaint) VALUES (?)")) {
        insert.setString(1, complaint);
        insert.executeUpdate();
      }
      return Response.created(URI.create("/cases/" + id)).entity("{\"id\":" + id + "}").build();
    }
  }

  // end snippet

  private CaseService start() {
    // snippet: jersey-filter
    IdempotencyFilter filter =
        IdempotencyFilter.builder(semel)
            .callers(Callers::of)
            .route(Route.post("/cases/{id}").keptOnceBegun())
            .build();
    ServletContainer jersey =
        new ServletContainer(new ResourceConfig().register(CaseResource.class));
    // end snippet
    return CaseService.start(filter, jersey);
  }

  private long cases() {
    return database.queryLong("SELECT count(*) FROM cases WHERE complaint LIKE '%' || ?", key);
  }

  @Test
  void retryGetsStoredResponseOfResource() throws Exception {
    try (CaseService service = start()) {
      HttpResponse<String> first = service.as("ada").post("/cases/7", key, "noise " + key);
      HttpResponse<String> retry = service.as("ada").post("/cases/7", key, "noise " + key);

      assertThat(first.statusCode()).isEqualTo(201);
      assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
      assertThat(retry.statusCode()).isEqualTo(201);
      assertThat(retry.headers().firstValue("Location"))
          .isEqualTo(first.headers().firstValue("Location"));
      assertThat(retry.body()).isEqualTo(first.body());
      assertThat(retry.headers().firstValue("Idempotent-Replayed")).hasValue("true");
      assertThat(cases()).isEqualTo(1);
    }
  }

  @Test
  void refusalOfResourceIsStoredAndThatOfJerseyIsNot() throws Exception {
    try (CaseService service = start()) {
      Calls ada = service.as("ada");
      HttpResponse<String> blank = ada.post("/cases/7", key + "-blank", " ");
      HttpResponse<String> blankAgain = ada.post("/cases/7", key + "-blank", " ");
      HttpRequest wrongType =
          HttpRequest.newBuilder(ada.request("/cases/7", key, "noise"), (name, value) -> true)
              .setHeader("Content-Type", "text/csv")
              .build();
      HttpResponse<String> unsupported = Calls.CLIENT.send(wrongType, BodyHandlers.ofString());
      HttpResponse<String> corrected = ada.post("/cases/7", key, "noise " + key);

      assertThat(blank.statusCode()).isEqualTo(400);
      assertThat(blankAgain.headers().firstValue("Idempotent-Replayed")).hasValue("true");
      assertThat(unsupported.statusCode()).isEqualTo(415);
      assertThat(corrected.statusCode()).isEqualTo(201);
      assertThat(cases()).isEqualTo(1);
    }
  }
}
