package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.KeyPolicy;
import dev.semel.http.RequestRules;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.ProbeServlet;
import dev.semel.http.server.RawHttp;
import dev.semel.http.server.TestServer;
import dev.semel.http.server.TestServer.Container;
import dev.semel.http.server.WebApp;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading bodies from real connections. */
class RequestBodyIT {
  private static final int MAX_BYTES = 100_000;
  private static final int MEMORY_BYTES = 1000;
  private static final String HEAD =
      "POST /%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n%s";

  @TempDir Path directory;

  @AfterEach
  void nothingIsLeftBehind() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }

  private TestServer start(Container container) {
    return container.start(
        WebApp.create()
            .servlet("/body", new ProbeServlet(this::read))
            .servlet("/late", new ProbeServlet(this::readLate)));
  }

  /** Tells how long the body is and what fingerprint the request has. */
  private String read(HttpServletRequest request) throws IOException {
    try (RequestBody body = RequestBody.read(request, MAX_BYTES, MEMORY_BYTES, directory)) {
      RequestPayload payload = RequestPayload.of(request, "", body);
      return body.length()
          + (body.isInMemory() ? " memory " : " file ")
          + RequestFingerprinter.of(RequestRules.standard(), KeyPolicy.lenient())
              .fingerprint("test", 1, payload)
              .shortDigest();
    }
  }

  /** Reads the body in front, as another filter may do. */
  private String readLate(HttpServletRequest request) throws Exception {
    request.getParameter("a");
    request.getInputStream().readAllBytes();
    return read(request);
  }

  private static String send(
      TestServer server, Version version, String path, String contentType, BodyPublisher body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.uri(path))
            .header("Content-Type", contentType)
            .POST(body)
            .build();
    return server.client(version).send(request, BodyHandlers.ofString()).body();
  }

  /** A body whose length is not declared. */
  private static BodyPublisher undeclared(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes));
  }

  @ParameterizedTest
  @CsvSource({"JETTY,HTTP_1_1", "TOMCAT,HTTP_1_1", "JETTY,HTTP_2", "TOMCAT,HTTP_2"})
  void aBodyMayHaveADeclaredLengthOrNot(Container container, Version version) throws Exception {
    String text = "x".repeat(5000);
    try (TestServer server = start(container)) {
      String declared = send(server, version, "/body", "text/plain", BodyPublishers.ofString(text));
      String undeclared = send(server, version, "/body", "text/plain", undeclared(text));

      assertThat(declared).startsWith("5000 file ").isEqualTo(undeclared);
    }
  }

  @ParameterizedTest
  @CsvSource({"JETTY,HTTP_1_1", "TOMCAT,HTTP_1_1", "JETTY,HTTP_2", "TOMCAT,HTTP_2"})
  void theLimitHoldsWithoutADeclaredLength(Container container, Version version) throws Exception {
    String fits = "x".repeat(MAX_BYTES);
    try (TestServer server = start(container)) {
      assertThat(send(server, version, "/body", "text/plain", undeclared(fits)))
          .startsWith("100000 file ");
      assertThat(send(server, version, "/body", "text/plain", undeclared(fits + "x")))
          .contains("BodyTooLargeException");
    }
  }

  @ContainerTest
  void aBodyThatIsDeclaredTooLargeIsNotWaitedFor(Container container) throws Exception {
    try (TestServer server = start(container)) {
      assertThat(RawHttp.send(server, HEAD.formatted("body", "Content-Length: 100001\r\n", "abc")))
          .contains("BodyTooLargeException");
    }
  }

  @ContainerTest
  void aBodyThatIsShorterThanDeclaredIsRefused(Container container) throws Exception {
    try (TestServer server = start(container)) {
      String half = "x".repeat(5000);
      assertThat(RawHttp.send(server, HEAD.formatted("body", "Content-Length: 10000\r\n", half)))
          .doesNotContain(" file ")
          .doesNotContain(" memory ");
      assertThat(
              RawHttp.send(
                  server, HEAD.formatted("body", "Transfer-Encoding: chunked\r\n", "5\r\nabc")))
          .doesNotContain(" memory ");
    }
  }

  @ContainerTest
  void onlyTheDeclaredLengthIsTheBody(Container container) throws Exception {
    try (TestServer server = start(container)) {
      assertThat(RawHttp.send(server, HEAD.formatted("body", "Content-Length: 3\r\n", "abcdef")))
          .contains("3 memory ");
    }
  }

  @ContainerTest
  void emptyMissingAndChunkedEmptyAreTheSame(Container container) throws Exception {
    try (TestServer server = start(container)) {
      String missing = RawHttp.send(server, HEAD.formatted("body", "", ""));
      String empty = RawHttp.send(server, HEAD.formatted("body", "Content-Length: 0\r\n", ""));
      String chunked =
          RawHttp.send(
              server, HEAD.formatted("body", "Transfer-Encoding: chunked\r\n", "0\r\n\r\n"));

      assertThat(answer(missing)).startsWith("0 memory ");
      assertThat(answer(empty)).isEqualTo(answer(missing));
      assertThat(answer(chunked)).isEqualTo(answer(missing));
      assertThat(send(server, Version.HTTP_2, "/body", "text/plain", BodyPublishers.noBody()))
          .isEqualTo(send(server, Version.HTTP_1_1, "/body", "text/plain", undeclared("")));
    }
  }

  private static String answer(String response) {
    return response.substring(response.indexOf("\r\n\r\n") + 4).strip();
  }

  @ContainerTest
  void bodyThatWasReadInFrontIsRefused(Container container) throws Exception {
    try (TestServer server = start(container)) {
      assertThat(
              send(server, Version.HTTP_1_1, "/late", "text/plain", BodyPublishers.ofString("a=1")))
          .contains("BodyConsumedException");
    }
  }

  @ContainerTest
  void emptyFormIsNotTakenForOneThatWasReadInFront(Container container) throws Exception {
    try (TestServer server = start(container)) {
      String form = "application/x-www-form-urlencoded";

      assertThat(send(server, Version.HTTP_1_1, "/body?a=1&a=2&b", form, undeclared("")))
          .startsWith("0 memory ");
      assertThat(send(server, Version.HTTP_1_1, "/late?a=1", form, BodyPublishers.noBody()))
          .startsWith("0 memory ");
    }
  }
}
