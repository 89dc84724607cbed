package dev.semel.http.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.IntentId;
import dev.semel.Operation;
import dev.semel.RecoveryProbe.Finding;
import dev.semel.Scope;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.http.HttpAnswer;
import dev.semel.http.LeasedMode;
import dev.semel.http.OnFailure;
import dev.semel.http.Route;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.IntentRecord;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the guide on HTTP says about handlers that are not one transaction. */
@ExtendWith(PostgresExtension.class)
class HttpLeasedIT {
  // snippet: http-recovery-operation
  /** For decisions about the route POST /cases/{id}/fee. */
  static final Operation<byte[], Done> CHARGE_FEE =
      Operation.named("POST /cases/{id}/fee")
          .taking(Fingerprinter.bytes())
          .answeringNothing()
          .retainedFor(Duration.ofDays(90)); // as the route

  // end snippet

  private final Semel semel;
  private final SettableClock clock = SettableClock.create();
  private final Provider provider = new Provider();
  private final String key = UUID.randomUUID().toString();

  HttpLeasedIT(PostgresDatabase database) {
    this.semel =
        Semel.on(PostgresStore.builder(database.dataSource()).migrate().clock(clock).build());
  }

  private CaseService start(Route route) {
    return CaseService.start(CaseService.filter(semel, route), new FeeServlet(provider));
  }

  private static boolean isReplay(HttpResponse<String> response) {
    return response.headers().firstValue("Idempotent-Replayed").isPresent();
  }

  // snippet: http-probe
  private Finding<HttpAnswer> whatBecameOf(IntentRecord stale) {
    String receipt = provider.receiptOf(stale.intent().key());
    return receipt == null
        ? new Finding.SafeToRetry<>("the provider knows of no charge")
        : new Finding.AlreadySucceeded<>(
            HttpAnswer.of(201).header("Location", "/receipts/" + receipt),
            "the provider has the charge");
  }

  // end snippet

  private Route blocking() {
    // snippet: http-leased
    Route fee =
        Route.post("/cases/{id}/fee")
            .leased(new LeasedMode(Duration.ofSeconds(30), Takeover.block(), OnFailure.UNKNOWN))
            .retainedFor(Duration.ofDays(90));
    // end snippet
    return fee;
  }

  @Test
  void aLeasedHandlerRunsOnce() throws Exception {
    try (CaseService service = start(blocking())) {
      HttpResponse<String> first = service.as("ada").post("/cases/7/fee", key, "");
      HttpResponse<String> retry = service.as("ada").post("/cases/7/fee", key, "");

      assertThat(first.statusCode()).isEqualTo(201);
      assertThat(isReplay(retry)).isTrue();
      assertThat(retry.headers().firstValue("Location"))
          .isEqualTo(first.headers().firstValue("Location"));
      assertThat(provider.charges()).isEqualTo(1);
    }
  }

  @Test
  void whatFailedStaysUnknownUntilSomebodyDecides() throws Exception {
    try (CaseService service = start(blocking())) {
      Calls ada = service.as("ada");
      provider.isDown = true;
      assertThat(ada.post("/cases/7/fee", key, "").statusCode()).isEqualTo(500);
      provider.isDown = false;
      HttpResponse<String> unknown = ada.post("/cases/7/fee", key, "");
      assertThat(unknown.statusCode()).isEqualTo(409);
      assertThat(unknown.body()).contains("\"code\":\"outcome_unknown\"");

      // snippet: http-recovery
      IntentRecord seen =
          Objects.requireNonNull(
              semel.records().find(new IntentId(new Scope("acme", CHARGE_FEE.name(), "ada"), key)));
      boolean applied =
          semel
              .recoveries(CHARGE_FEE)
              .markSafeToRetry(seen, "the provider's report has no such charge", "grace");
      // end snippet

      assertThat(applied).isTrue();
      assertThat(ada.post("/cases/7/fee", key, "").statusCode()).isEqualTo(201);
    }
  }

  @Test
  void whatIsMarkedAsDoneIsNotRunAgain() throws Exception {
    try (CaseService service = start(blocking())) {
      provider.isDown = true;
      service.as("ada").post("/cases/7/fee", key, "");
      IntentId intent = new IntentId(new Scope("acme", CHARGE_FEE.name(), "ada"), key);
      IntentRecord seen = Objects.requireNonNull(semel.records().find(intent));
      assertThat(semel.recoveries(CHARGE_FEE).markSucceeded(seen, "seen", "grace")).isTrue();

      HttpResponse<String> retry = service.as("ada").post("/cases/7/fee", key, "");

      assertThat(retry.statusCode()).isEqualTo(409);
      assertThat(retry.body()).contains("\"code\":\"result_unavailable\"");
    }
  }

  @Test
  void aProbeIsAskedWhatBecameOfLostWork() throws Exception {
    // snippet: http-leased-asking
    LeasedMode asking =
        new LeasedMode(Duration.ofMinutes(5), Takeover.ask(this::whatBecameOf), OnFailure.UNKNOWN);
    // end snippet
    try (CaseService service = start(Route.post("/cases/{id}/fee").leased(asking))) {
      provider.isSlow = true;
      HttpRequest request = service.as("ada").request("/cases/7/fee", key, "");
      CompletableFuture<HttpResponse<String>> first =
          Calls.CLIENT.sendAsync(request, BodyHandlers.ofString());
      assertThat(provider.charged.await(Provider.MAX_WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      clock.advance(Duration.ofMinutes(6)); // as if its node had vanished

      HttpResponse<String> retry = Calls.CLIENT.send(request, BodyHandlers.ofString());
      provider.mayAnswer.countDown();

      assertThat(retry.statusCode()).isEqualTo(201);
      assertThat(isReplay(retry)).isTrue();
      assertThat(first.join().statusCode()).isEqualTo(201);
      assertThat(provider.charges()).isEqualTo(1);
    }
  }
}
