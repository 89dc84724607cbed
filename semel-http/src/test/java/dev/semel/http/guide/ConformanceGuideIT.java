package dev.semel.http.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.http.ConformanceCheck;
import dev.semel.testing.http.ConformanceReport.Status;
import dev.semel.testing.http.HttpConformance;
import dev.semel.testing.http.HttpConformanceContract;
import dev.semel.testing.http.HttpSubject;
import dev.semel.testing.http.SampleRequest;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The service of the guide, by the suite for any server. */
@ExtendWith(PostgresExtension.class)
// snippet: conformance-test
class ConformanceGuideIT extends HttpConformanceContract {
  @Override
  protected HttpSubject subject() {
    return new CaseSubject(service.uri(), database);
  }

  // end snippet

  private final PostgresDatabase database;
  private final CaseService service;

  ConformanceGuideIT(PostgresDatabase database) {
    this.database = database;
    CaseService.createTables(database);
    this.service =
        CaseService.start(Semel.on(PostgresStore.builder(database.dataSource()).migrate().build()));
  }

  @AfterEach
  void stop() {
    service.close();
  }

  // snippet: conformance-subject
  private static final class CaseSubject implements HttpSubject {
    private final URI service;
    private final PostgresDatabase database;

    CaseSubject(URI service, PostgresDatabase database) {
      this.service = service;
      this.database = database;
    }

    private static String complaint() {
      return "{\"complaint\":\"" + UUID.randomUUID() + "\"}";
    }

    @Override
    public SampleRequest fresh() {
      return SampleRequest.postJson(service.resolve("/cases"), complaint())
          .header("Authorization", "Bearer ada");
    }

    @Override
    public SampleRequest changed(SampleRequest request) {
      return request.body(complaint());
    }

    @Override
    public long effects(SampleRequest request) {
      return database.queryLong(
          "SELECT count(*) FROM cases WHERE complaint = ?::jsonb ->> 'complaint'", request.body());
    }

    @Override
    public SampleRequest asOtherCaller(SampleRequest request) {
      return request.header("Authorization", "Bearer bob");
    }
  }

  // end snippet

  @Test
  void checkCanBeSwitchedOffWithReason() {
    HttpSubject all = subject();
    HttpSubject behindGateway =
        new HttpSubject() {
          @Override
          public SampleRequest fresh() {
            return all.fresh();
          }

          @Override
          public SampleRequest changed(SampleRequest request) {
            return all.changed(request);
          }

          @Override
          public long effects(SampleRequest request) {
            return all.effects(request);
          }

          // snippet: conformance-skip
          @Override
          public Map<ConformanceCheck, String> skipped() {
            return Map.of(ConformanceCheck.KEY_IS_ECHOED, "the gateway removes the header");
          }
          // end snippet
        };

    var result = HttpConformance.run(ConformanceCheck.KEY_IS_ECHOED, behindGateway);

    assertThat(result.status()).isEqualTo(Status.SKIPPED);
    assertThat(result.detail()).isEqualTo("the gateway removes the header");
  }
}
