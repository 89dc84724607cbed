package dev.semel.client;

import static dev.semel.client.ScriptedServer.answer;
import static dev.semel.client.TestClients.answered;
import static dev.semel.client.TestClients.failed;
import static dev.semel.client.TestClients.send;
import static dev.semel.client.TestClients.unknown;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that are sent more than once, and bodies that the caller's handler sees only once. */
class BodyIT {
  @TempDir Path folder;

  private final ManualTiming timing = new ManualTiming();
  private final ScriptedServer server = ScriptedServer.start();
  private final SemelClient client = TestClients.on(timing).build();

  @AfterEach
  void stop() {
    server.close();
  }

  private ClientIntent.Builder post() {
    return ClientIntent.post(server.uri());
  }

  private List<String> bodies() {
    return server.requests().stream().map(ReceivedRequest::body).toList();
  }

  private List<String> bodiesOfTwoAttempts(ClientIntent intent) {
    server.then(ScriptedServer.resetAfterRequest(), answer(200, "ok"));
    answered(send(client, intent));
    return bodies();
  }

  @Test
  void bytesAreSentAgain() {
    byte[] bytes = "hello".getBytes(UTF_8);
    ClientIntent intent = post().body(bytes).build();
    bytes[0] = 'X';
    assertThat(bodiesOfTwoAttempts(intent)).containsExactly("hello", "hello");
  }

  @Test
  void textIsSentAgain() {
    assertThat(bodiesOfTwoAttempts(post().body("größer").build()))
        .containsExactly("größer", "größer");
  }

  @Test
  void aFileIsSentAgain() throws IOException {
    Path file = Files.writeString(folder.resolve("body"), "from a file".repeat(10_000));
    assertThat(bodiesOfTwoAttempts(post().body(file).build()))
        .hasSize(2)
        .containsOnly("from a file".repeat(10_000));
  }

  @Test
  void aSuppliedPublisherIsMadeAnew() {
    ClientIntent intent =
        post()
            .body(() -> BodyPublishers.ofInputStream(() -> stream("a stream ".repeat(10_000))))
            .build();
    assertThat(bodiesOfTwoAttempts(intent)).hasSize(2).containsOnly("a stream ".repeat(10_000));
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  @Test
  void noBodyIsNoBody() {
    assertThat(bodiesOfTwoAttempts(post().build())).containsExactly("", "");
  }

  @Test
  void aStreamThatCanBeReadOnceIsNotSentHalfTheSecondTime() {
    InputStream once = stream("only once");
    ClientIntent intent = post().body(() -> BodyPublishers.ofInputStream(() -> once)).build();
    server.then(ScriptedServer.resetAfterRequest(), ScriptedServer.silence());
    ClientOutcome.Unknown<String> unknown = unknown(send(client, intent));
    assertThat(unknown.reason()).isEqualTo(StopReason.CANNOT_REPEAT);
    assertThat(unknown.lastFailure()).hasStackTraceContaining("BodyNotRepeatableException");
    assertThat(bodies()).containsExactly("only once");
  }

  @Test
  void aFileThatWasChangedIsNotSentToItsEnd() throws IOException {
    Path file = Files.writeString(folder.resolve("body"), "first");
    timing.onWait(() -> overwrite(file, "other"));
    server.then(ScriptedServer.resetAfterRequest(), ScriptedServer.silence());
    ClientOutcome.Unknown<String> unknown = unknown(send(client, post().body(file).build()));
    assertThat(unknown.reason()).isEqualTo(StopReason.CANNOT_REPEAT);
    assertThat(bodies()).containsExactly("first");
  }

  @Test
  void aFileOfAnotherLengthIsNotSentAtAll() throws IOException {
    Path file = Files.writeString(folder.resolve("body"), "first");
    timing.onWait(() -> overwrite(file, "longer than before"));
    server.then(ScriptedServer.resetAfterRequest());
    ClientOutcome.Unknown<String> unknown = unknown(send(client, post().body(file).build()));
    assertThat(unknown.lastFailure()).isInstanceOf(BodyNotRepeatableException.class);
    assertThat(unknown.attempts()).isEqualTo(1);
  }

  @Test
  void aFileThatIsGoneDoesNotHideTheDoubt() throws IOException {
    Path file = Files.writeString(folder.resolve("body"), "first");
    timing.onWait(() -> delete(file));
    server.then(ScriptedServer.resetAfterRequest());
    ClientOutcome.Unknown<String> unknown = unknown(send(client, post().body(file).build()));
    assertThat(unknown.reason()).isEqualTo(StopReason.CANNOT_REPEAT);
    assertThat(unknown.lastFailure()).hasMessageContaining("cannot be read; keep it until");
  }

  @Test
  void aFileThatIsMissingFailsTheCallBeforeAnythingIsSent() {
    ClientIntent intent = post().body(folder.resolve("missing")).build();
    assertThatThrownBy(() -> send(client, intent)).isInstanceOf(SemelClientException.class);
    assertThat(intent.firstAttemptAt()).isNull();
  }

  @Test
  void aStreamThatCanBeReadOnceFailsIfTheServerTurnedItAway() {
    InputStream once = stream("only once");
    ClientIntent intent = post().body(() -> BodyPublishers.ofInputStream(() -> once)).build();
    server.then(answer(429, "", "Retry-After: 1"), ScriptedServer.silence());
    assertThat(failed(send(client, intent)).reason()).isEqualTo(StopReason.CANNOT_REPEAT);
  }

  private static void overwrite(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theHandlerSeesNothingOfWhatIsRetried() {
    List<Integer> seen = new ArrayList<>();
    HttpResponse.BodyHandler<String> handler =
        info -> {
          seen.add(info.statusCode());
          return BodyHandlers.ofString().apply(info);
        };
    server.then(answer(500, "oops"), answer(409, "wait", "Retry-After: 1"), answer(422, "settled"));
    ClientOutcome<String> outcome = client.send(post().build(), handler);
    assertThat(answered(outcome).response().body()).isEqualTo("settled");
    assertThat(seen).containsExactly(422);
  }

  private <T> HttpResponse<T> received(HttpResponse.BodyHandler<T> handler, String... bodies) {
    for (String body : bodies) {
      server.then(answer(400, body, "Content-Type: application/problem+json"));
    }
    return client.send(post().build(), handler).orElseThrow();
  }

  @Test
  void everyKindOfHandlerGetsTheBodyOfAnErrorInFull() throws IOException {
    String small = "{\"code\":\"no\"}";
    String large = "{\"detail\":\"" + "x".repeat(1_000_000) + "\"}";
    for (String body : List.of("", small, large)) {
      assertThat(received(BodyHandlers.ofString(), body).body()).isEqualTo(body);
      assertThat(received(BodyHandlers.ofByteArray(), body).body()).isEqualTo(body.getBytes(UTF_8));
      assertThat(received(BodyHandlers.discarding(), body).body()).isNull();
      assertThat(received(BodyHandlers.ofFile(folder.resolve("answer")), body).body())
          .hasContent(body);
      assertThat(read(received(BodyHandlers.ofInputStream(), body))).isEqualTo(body);
      assertThat(lines(received(BodyHandlers.ofLines(), body))).isEqualTo(body);
    }
  }

  private static String read(HttpResponse<InputStream> response) throws IOException {
    try (InputStream in = response.body()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static String lines(HttpResponse<Stream<String>> response) {
    try (Stream<String> lines = response.body()) {
      return String.join("", lines.toList());
    }
  }

  @Test
  void aLargeErrorThatIsRetriedIsDroppedBeyondItsBeginning() {
    server.then(answer(503, "x".repeat(5_000_000)), answer(200, "ok"));
    assertThat(answered(send(client, post().build())).response().body()).isEqualTo("ok");
  }

  @Test
  void anAnswerIsDescribedAsTheJdkDescribesIt() {
    server.then(answer(200, "ok"));
    HttpResponse<String> response = send(client, post().build()).orElseThrow();
    assertThat(response.uri()).isEqualTo(server.uri());
    assertThat(response.request().method()).isEqualTo("POST");
    assertThat(response.previousResponse()).isEmpty();
    assertThat(response.sslSession()).isEmpty();
    assertThat(response.version()).isNotNull();
  }

  @Test
  void aSupplierMayNotGiveTheSamePublisherTwice() {
    var publisher = BodyPublishers.ofString("hello");
    Supplier<BodyPublisher> same = () -> publisher;
    assertThatThrownBy(() -> post().body(same))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("gives the same publisher twice");
  }
}
