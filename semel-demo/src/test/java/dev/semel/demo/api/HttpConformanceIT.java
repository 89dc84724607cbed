package dev.semel.demo.api;

import static org.awaitility.Awaitility.await;

import dev.semel.demo.CaseworkExtension;
import dev.semel.testing.http.HeldRequest;
import dev.semel.testing.http.HttpConformanceContract;
import dev.semel.testing.http.HttpSubject;
import dev.semel.testing.http.SampleRequest;
import dev.semel.testing.postgres.PostgresDatabase;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The service's notes, by the suite for any server. */
@ExtendWith(HttpConformanceIT.Running.class)
class HttpConformanceIT extends HttpConformanceContract {
  private CaseworkExtension.Running service;

  /** Gives the test the service that runs for all tests. */
  static final class Running implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == CaseworkExtension.Running.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return CaseworkExtension.running(context);
    }
  }

  @BeforeEach
  void know(CaseworkExtension.Running running) {
    this.service = running;
  }

  @Override
  protected HttpSubject subject() {
    return new Notes(service.port(), service.database());
  }

  /** Notes on one case. */
  private static final class Notes implements HttpSubject {
    private final int port;
    private final PostgresDatabase database;
    private final String caseId;

    Notes(int port, PostgresDatabase database) {
      this.port = port;
      this.database = database;
      this.caseId = new Api(port).openCase("north-olga");
    }

    private SampleRequest note(String ofCase) {
      URI uri = URI.create("http://127.0.0.1:%d/api/cases/%s/notes".formatted(port, ofCase));
      return SampleRequest.postJson(uri, text()).header("Authorization", "Bearer north-olga");
    }

    private static String text() {
      return "{\"text\":\"" + UUID.randomUUID() + "\"}";
    }

    @Override
    public SampleRequest fresh() {
      return note(caseId);
    }

    @Override
    public SampleRequest changed(SampleRequest request) {
      return request.body(text());
    }

    @Override
    public long effects(SampleRequest request) {
      return database.queryLong(
          "SELECT count(*) FROM casework.note WHERE ? = '{\"text\":\"' || text || '\"}'",
          request.body());
    }

    @Override
    public SampleRequest asOtherCaller(SampleRequest request) {
      return request.header("Authorization", "Bearer north-sam");
    }

    /** A note on a case that does not exist. */
    @Override
    public SampleRequest rejected() {
      return note(UUID.randomUUID().toString());
    }

    @Override
    public HeldRequest held() {
      return new LockedCase(database, caseId, fresh());
    }
  }

  /** A note whose handler waits for a lock on its case. */
  private static final class LockedCase implements HeldRequest {
    private static final String WAITING =
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
        """;

    private final PostgresDatabase database;
    private final SampleRequest request;
    private final Connection connection;

    LockedCase(PostgresDatabase database, String caseId, SampleRequest request) {
      this.database = database;
      this.request = request;
      try {
        this.connection = database.connect();
        connection.setAutoCommit(false);
        try (Statement lock = connection.createStatement()) {
          lock.execute(
              "SELECT FROM casework.complaint_case WHERE case_id = '%s' FOR UPDATE"
                  .formatted(caseId));
        }
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public SampleRequest request() {
      return request;
    }

    @Override
    public void awaitRunning() {
      await().atMost(Duration.ofMinutes(1)).until(() -> database.queryLong(WAITING) > 0);
    }

    @Override
    public void release() {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
