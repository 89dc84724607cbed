package dev.semel.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer;
import dev.semel.http.server.TestServer.Container;
import dev.semel.http.server.WebApp;
import dev.semel.http.webhook.WebhookSupport.Stored;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The servlet on real servers. */
@ExtendWith(PostgresExtension.class)
class WebhookServletIT {
  private static final int LIMIT = 1_000;
  private static final int SOCKET_TIMEOUT_MILLIS = 60_000;

  private final WebhookSupport hooks;
  private final String id = WebhookSupport.newId();

  WebhookServletIT(PostgresDatabase database) {
    this.hooks = new WebhookSupport(database);
  }

  private TestServer start(Container container) {
    WebhookReceiver receiver = hooks.receiver().maxBodyBytes(LIMIT).build();
    return container.start(WebApp.create().servlet("/hooks", new WebhookServlet(receiver)));
  }

  @ParameterizedTest
  @CsvSource({"JETTY,HTTP_1_1", "JETTY,HTTP_2", "TOMCAT,HTTP_1_1", "TOMCAT,HTTP_2"})
  void aMessageIsAppliedOnceAndItsRetriesAreAccepted(Container container, Version version) {
    try (TestServer server = start(container)) {
      HttpResponse<String> first =
          WebhookSupport.send(server, WebhookSupport.request(server, hooks.delivery(id)), version);
      hooks.clock.advance(Duration.ofMinutes(30)); // a retry has another time and signature
      HttpResponse<String> retry =
          WebhookSupport.send(server, WebhookSupport.request(server, hooks.delivery(id)), version);

      assertThat(first.version()).isEqualTo(version);
      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(first.body()).isEmpty();
      assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
      assertThat(first.headers().firstValue("Cache-Control")).contains("no-store");
      assertThat(retry.statusCode()).isEqualTo(200);
      assertThat(retry.body()).isEmpty();
      assertThat(retry.headers().firstValue("Idempotent-Replayed")).contains("true");
    }
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
    assertThat(hooks.results()).containsExactly(WebhookResult.APPLIED, WebhookResult.DUPLICATE);
  }

  @ContainerTest
  void theBytesThatCameInAreVerifiedAndApplied(Container container) {
    String body = "{ \"type\" : \"a.b\",\r\n\"text\":\"ü😂\" } ";
    try (TestServer server = start(container)) {
      assertThat(WebhookSupport.post(server, hooks.delivery(id, body)).statusCode()).isEqualTo(200);
    }
    assertThat(hooks.database.query("SELECT * FROM received WHERE message_id = ?", id))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("type", "a.b").containsEntry("body", body));
  }

  @ContainerTest
  void aFormIsVerifiedByItsBytesToo(Container container) {
    Delivery form =
        hooks
            .delivery(id, "b=2&a=1&a=%20")
            .with("Content-Type", "application/x-www-form-urlencoded");
    try (TestServer server = start(container)) {
      assertThat(WebhookSupport.post(server, form).statusCode()).isEqualTo(200);
    }
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
  }

  @ContainerTest
  void aWrongSignatureIsAnsweredWithAProblem(Container container) {
    Delivery forged = hooks.delivery(id).withBody("{}");
    try (TestServer server = start(container)) {
      HttpResponse<String> response = WebhookSupport.post(server, forged);

      assertThat(response.statusCode()).isEqualTo(401);
      assertThat(response.headers().firstValue("Content-Type"))
          .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
      assertThat(response.headers().firstValue("Content-Language")).contains("en");
      assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
      assertThat(response.body())
          .isEqualTo(
              """
              {"type":"urn:semel:problem:webhook:signature-refused","title":"The signature was refused",\
              "status":401,"detail":"The delivery is not signed with a key that is known here, \
              or was not signed just now.","code":"signature_refused","retryable":false}""");
    }
    assertThat(hooks.stored(id)).isEqualTo(Stored.NOTHING);
  }

  @ParameterizedTest
  @CsvSource({"JETTY,GET", "JETTY,PUT", "JETTY,OPTIONS", "TOMCAT,GET", "TOMCAT,DELETE"})
  void webhooksAreTakenByPostOnly(Container container, String method) {
    try (TestServer server = start(container)) {
      HttpRequest request =
          HttpRequest.newBuilder(server.uri("/hooks"))
              .method(method, BodyPublishers.noBody())
              .build();

      HttpResponse<String> response = WebhookSupport.send(server, request, Version.HTTP_1_1);

      assertThat(response.statusCode()).isEqualTo(405);
      assertThat(response.headers().firstValue("Allow")).contains("POST");
      assertThat(response.body()).contains("\"code\":\"method_not_allowed\"");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "JETTY,1000,true,200",
    "JETTY,1001,true,413",
    "JETTY,1000,false,200",
    "JETTY,1001,false,413",
    "TOMCAT,1000,true,200",
    "TOMCAT,1001,true,413",
    "TOMCAT,1000,false,200",
    "TOMCAT,1001,false,413"
  })
  void aBodyHasALimitWhetherItsLengthIsToldOrNot(
      Container container, int bytes, boolean lengthTold, int status) {
    Delivery delivery = hooks.delivery(id, "x".repeat(bytes));
    byte[] body = Delivery.bytes(delivery.body());
    try (TestServer server = start(container)) {
      HttpRequest request =
          WebhookSupport.request(
              server,
              delivery,
              lengthTold
                  ? BodyPublishers.ofByteArray(body)
                  : BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)));

      HttpResponse<String> response = WebhookSupport.send(server, request, Version.HTTP_1_1);

      assertThat(response.statusCode()).isEqualTo(status);
    }
    assertThat(hooks.stored(id)).isEqualTo(status == 200 ? Stored.ONCE : Stored.NOTHING);
    assertThat(hooks.results())
        .containsExactly(status == 200 ? WebhookResult.APPLIED : WebhookResult.TOO_LARGE);
  }

  @ContainerTest
  void nobodyWaitsForTheEndOfABodyThatIsTooLarge(Container container) throws IOException {
    try (TestServer server = start(container)) {
      String chunked = "Transfer-Encoding: chunked\r\n\r\n7d0\r\n" + "x".repeat(2_000) + "\r\n";

      assertThat(statusLine(server, "Content-Length: 999999999\r\n\r\n")).contains(" 413");
      assertThat(statusLine(server, chunked)).contains(" 413");
    }
  }

  /** Sends the beginning of a request, and then nothing more. */
  private static String statusLine(TestServer server, String rest) throws IOException {
    try (Socket socket = new Socket("localhost", server.port())) {
      socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
      String request = "POST /hooks HTTP/1.1\r\nHost: localhost\r\n" + rest;
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }

  @ContainerTest
  void aBodyThatEndsTooEarlyLeavesNothing(Container container) throws IOException {
    Delivery delivery = hooks.delivery(id);
    StringBuilder head = new StringBuilder("POST /hooks HTTP/1.1\r\nHost: localhost\r\n");
    delivery.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("Content-Length: ").append(delivery.body().length()).append("\r\n\r\n");
    String half = delivery.body().substring(0, delivery.body().length() / 2);
    try (TestServer server = start(container)) {
      try (Socket socket = new Socket("localhost", server.port())) {
        socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
        socket.getOutputStream().write(Delivery.bytes(head + half));
        socket.shutdownOutput();
        socket.getInputStream().readAllBytes();
      }
      assertThat(hooks.stored(id)).isEqualTo(Stored.NOTHING);
      assertThat(WebhookSupport.post(server, delivery).statusCode()).isEqualTo(200);
    }
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
  }
}
