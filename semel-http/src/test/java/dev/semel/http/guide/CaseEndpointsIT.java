package dev.semel.http.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.semel.Duplicates;
import dev.semel.Semel;
import dev.semel.http.Route;
import dev.semel.http.server.TestServer.Container;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.Boundary;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.net.Direction;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How users test their own endpoints. */
// snippet: endpoint-frame
@ExtendWith(PostgresExtension.class)
class CaseEndpointsIT {
  private final PostgresDatabase database;
  private final Semel semel;
  private final String key = UUID.randomUUID().toString();
  private final String noise = "{\"complaint\":\"noise %s\"}".formatted(key);

  CaseEndpointsIT(PostgresDatabase database) {
    this.database = database;
    this.semel = Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
  }

  private long cases() {
    return database.queryLong("SELECT count(*) FROM cases WHERE complaint LIKE '%' || ?", key);
  }

  // end snippet

  @BeforeAll
  static void createTables(PostgresDatabase database) {
    CaseService.createTables(database);
  }

  // snippet: endpoint-twice
  @Test
  void aRequestThatIsSentTwiceIsDoneOnce() throws Exception {
    try (CaseService service = CaseService.start(semel)) {
      Calls ada = service.as("ada");
      HttpResponse<String> first = ada.post("/cases", key, noise);
      HttpResponse<String> retry = ada.post("/cases", key, noise);

      assertThat(first.statusCode()).isEqualTo(201);
      assertThat(retry.statusCode()).isEqualTo(201);
      assertThat(retry.body()).isEqualTo(first.body());
      assertThat(retry.headers().firstValue("Idempotent-Replayed")).contains("true");
      assertThat(cases()).isEqualTo(1);
    }
  }

  // end snippet

  // snippet: endpoint-mismatch
  @Test
  void aKeyIsNotUsedForSomethingElse() throws Exception {
    try (CaseService service = CaseService.start(semel)) {
      Calls ada = service.as("ada");
      HttpResponse<String> first = ada.post("/cases", key, noise);
      HttpResponse<String> other = ada.post("/cases", key, noise.replace("noise", "smell"));

      assertThat(other.statusCode()).isEqualTo(422);
      assertThat(other.body()).contains("\"code\":\"mismatch\"");
      assertThat(cases()).isEqualTo(1);
      assertThat(ada.post("/cases", key, noise).body()).isEqualTo(first.body());
    }
  }

  // end snippet

  // snippet: endpoint-strangers
  @Test
  void aStrangerWithTheSameKeySeesNothingOfIt() throws Exception {
    try (CaseService service = CaseService.start(semel)) {
      HttpResponse<String> adas = service.as("ada").post("/cases", key, noise);
      HttpResponse<String> bobs = service.as("bob").post("/cases", key, noise);

      assertThat(bobs.statusCode()).isEqualTo(201);
      assertThat(bobs.body()).isNotEqualTo(adas.body());
      assertThat(bobs.headers().firstValue("Idempotent-Replayed")).isEmpty();
    }
  }

  // end snippet

  // snippet: endpoint-at-once
  @Test
  void twentyAtOnceDoItOnce() {
    try (CaseService service = CaseService.start(semel)) {
      HttpRequest request = service.as("ada").request("/cases", key, noise);
      List<CompletableFuture<HttpResponse<String>>> sent =
          Stream.generate(() -> Calls.CLIENT.sendAsync(request, BodyHandlers.ofString()))
              .limit(20)
              .toList();

      assertThat(sent).allSatisfy(call -> assertThat(call.join().statusCode()).isIn(201, 409));
      assertThat(cases()).isEqualTo(1);
    }
  }

  // end snippet

  // snippet: endpoint-in-progress
  @Test
  void aDuplicateIsToldThatTheFirstIsAtWork() throws Exception {
    Checkpoints checkpoints = new Checkpoints();
    Semel held =
        Semel.builder(PostgresStore.on(database.dataSource())).boundaries(checkpoints).build();
    Route route = Route.post("/cases").duplicates(Duplicates.refuse()); // by default it waits
    try (CaseService service =
            CaseService.start(Container.TOMCAT, CaseService.filter(held, route));
        Checkpoint atTheEnd = checkpoints.holdAt(Boundary.BEFORE_SETTLE, key)) {
      HttpRequest request = service.as("ada").request("/cases", key, noise);
      var first = Calls.CLIENT.sendAsync(request, BodyHandlers.ofString());
      atTheEnd.awaitReached();
      HttpResponse<String> duplicate = Calls.CLIENT.send(request, BodyHandlers.ofString());
      assertThat(duplicate.statusCode()).isEqualTo(409);
      assertThat(duplicate.headers().firstValue("Retry-After")).contains("1");
      atTheEnd.release();
      assertThat(first.join().statusCode()).isEqualTo(201);
    }
  }

  // end snippet

  // snippet: endpoint-lost-response
  @Test
  void aRetryAfterALostResponseGetsIt() throws Exception {
    try (CaseService service = CaseService.start(semel);
        FaultProxy proxy = FaultProxy.to("localhost", service.port())) {
      Calls ada = new Calls(URI.create("http://" + proxy.host() + ":" + proxy.port()), "ada");
      proxy.cutAfterBytes(Direction.TO_CLIENT, 0);

      assertThatThrownBy(() -> ada.post("/cases", key, noise)).isInstanceOf(IOException.class);
      proxy.awaitFired();
      HttpResponse<String> retry = ada.post("/cases", key, noise);

      assertThat(retry.statusCode()).isEqualTo(201);
      assertThat(retry.headers().firstValue("Idempotent-Replayed")).contains("true");
      assertThat(cases()).isEqualTo(1);
    }
  }

  // end snippet

  // snippet: endpoint-lost-commit
  @Test
  void aCommitWhoseAnswerWasLostIsDoneOnce() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(database.host(), database.port());
        CaseService service = CaseService.start(via(proxy))) {
      proxy.onMessage("COMMIT").loseReply();

      HttpResponse<String> response = service.as("ada").post("/cases", key, noise);

      proxy.awaitFired();
      assertThat(response.statusCode()).isEqualTo(201);
      assertThat(cases()).isEqualTo(1);
    }
  }

  private Semel via(FaultProxy proxy) {
    return Semel.on(storeVia(proxy));
  }

  private PostgresStore storeVia(FaultProxy proxy) {
    return PostgresStore.on(database.dataSourceVia(proxy.host(), proxy.port()));
  }

  // end snippet

  // snippet: endpoint-store-away
  @Test
  void withoutTheDatabaseNothingIsDone() throws Exception {
    Duration soon = Duration.ofNanos(1); // until the database is tried again; 1 s by default
    try (FaultProxy proxy = FaultProxy.to(database.host(), database.port());
        CaseService service =
            CaseService.start(Semel.builder(storeVia(proxy)).probing(soon, soon).build())) {
      proxy.refuseNew();
      HttpResponse<String> refused = service.as("ada").post("/cases", key, noise);
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("\"code\":\"store_unavailable\"");
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      assertThat(cases()).isZero();

      proxy.heal();
      await().until(() -> service.as("ada").post("/cases", key, noise).statusCode() == 201);
    }
  }
  // end snippet
}
