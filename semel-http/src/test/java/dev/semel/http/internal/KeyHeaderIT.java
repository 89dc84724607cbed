package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.KeyPolicy;
import dev.semel.http.internal.KeyHeader.Bad;
import dev.semel.http.internal.KeyHeader.Found;
import dev.semel.http.server.ProbeServlet;
import dev.semel.http.server.RawHttp;
import dev.semel.http.server.TestServer;
import dev.semel.http.server.TestServer.Container;
import dev.semel.http.server.WebApp;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys as they come over the wire. */
class KeyHeaderIT {
  private static final List<String> NAMES = List.of("Idempotency-Key", "X-Idempotency-Key");
  private static final KeyPolicy POLICY = KeyPolicy.lenient().orInBody("/key");

  @Nested
  class OnJetty extends Cases {
    OnJetty() {
      super(Container.JETTY);
    }
  }

  @Nested
  class OnTomcat extends Cases {
    OnTomcat() {
      super(Container.TOMCAT);
    }
  }

  private static String read(HttpServletRequest request) throws IOException {
    try (RequestBody body = RequestBody.read(request, 10_000, 10_000, Path.of("."))) {
      return describe(KeyHeader.read(request, NAMES, POLICY, body));
    }
  }

  private static String describe(KeyHeader key) {
    if (key instanceof Found found) {
      return "found %s %s %s".formatted(found.key(), found.fieldValue(), found.headerName());
    }
    return key instanceof Bad bad ? "bad " + bad.kind() : "absent";
  }

  /** The same on every container. */
  @TestInstance(Lifecycle.PER_CLASS)
  abstract static class Cases {
    private final TestServer server;

    Cases(Container container) {
      server = container.start(WebApp.create().servlet("/", new ProbeServlet(KeyHeaderIT::read)));
    }

    @AfterAll
    void close() {
      server.close();
    }

    /** The answer to a request with these header lines. */
    private String raw(String headers) throws IOException {
      String response =
          RawHttp.send(
              server,
              "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n");
      return response.substring(response.indexOf("\r\n\r\n") + 4).strip();
    }

    private String send(Version version, String body, String... headers)
        throws IOException, InterruptedException {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(server.uri("/"))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(body));
      if (headers.length > 0) {
        request.headers(headers);
      }
      return server.client(version).send(request.build(), BodyHandlers.ofString()).body();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Idempotency-Key", "IDEMPOTENCY-KEY", "idempotency-key"})
    void theCaseOfTheHeadersNameDoesNotCount(String name) throws Exception {
      assertThat(raw(name + ": \"abc\"\r\n")).isEqualTo("found abc \"abc\" Idempotency-Key");
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void theProtocolDoesNotCount(Version version) throws Exception {
      assertThat(send(version, "{}", "Idempotency-Key", "abc"))
          .isEqualTo("found abc abc Idempotency-Key");
      assertThat(send(version, "{}", "Idempotency-Key", "abc", "Idempotency-Key", "abc"))
          .isEqualTo("bad MALFORMED");
      assertThat(send(version, "{}")).isEqualTo("absent");
    }

    @Test
    void spaceAroundTheValueIsNotPartOfIt() throws Exception {
      assertThat(raw("Idempotency-Key:    \"a b\"  \r\n")).startsWith("found a b ");
      assertThat(raw("Idempotency-Key:abc\r\n")).startsWith("found abc ");
    }

    @Test
    void anEmptyHeaderIsMalformed() throws Exception {
      assertThat(raw("Idempotency-Key:\r\n")).isEqualTo("bad MALFORMED");
      assertThat(raw("Idempotency-Key:   \r\n")).isEqualTo("bad MALFORMED");
      assertThat(raw("Idempotency-Key: \"\"\r\n")).isEqualTo("bad MALFORMED");
    }

    @Test
    void twoLinesAreMalformed() throws Exception {
      assertThat(raw("Idempotency-Key: a\r\nIdempotency-Key: b\r\n")).isEqualTo("bad MALFORMED");
      assertThat(raw("Idempotency-Key: a\r\nidempotency-key: a\r\n")).isEqualTo("bad MALFORMED");
      assertThat(raw("Idempotency-Key: \"a\", \"b\"\r\n")).isEqualTo("bad MALFORMED");
    }

    /** Some of these the container refuses itself; none may become a key. */
    @ParameterizedTest
    @ValueSource(
        strings = {"\t", "\0", "\u007f", "\u0080", "\u00e9", "\u00c3\u00a9", "\u00c0\u00af", "\r"})
    void bytesThatAreNotPrintableAsciiAreNeverPartOfAKey(String octets) throws Exception {
      assertThat(raw("Idempotency-Key: \"a" + octets + "b\"\r\n")).doesNotContain("found a");
      assertThat(raw("Idempotency-Key: a" + octets + "b\r\n")).doesNotContain("found a");
    }

    @Test
    void otherNamesOfTheHeaderAreTaken() throws Exception {
      assertThat(raw("X-Idempotency-Key: abc\r\n")).isEqualTo("found abc abc X-Idempotency-Key");
      assertThat(raw("X-Idempotency-Key: abc\r\nIdempotency-Key: \"abc\"\r\n"))
          .isEqualTo("found abc \"abc\" Idempotency-Key");
      assertThat(raw("X-Idempotency-Key: abc\r\nIdempotency-Key: def\r\n"))
          .isEqualTo("bad MALFORMED");
      assertThat(raw("X-Idempotency-Key: \"\r\nIdempotency-Key: def\r\n"))
          .isEqualTo("bad MALFORMED");
      assertThat(raw("X-Request-Id: abc\r\n")).isEqualTo("absent");
    }

    @Test
    void aKeyInATrailerIsNone() throws Exception {
      String head = "Transfer-Encoding: chunked\r\nTrailer: Idempotency-Key\r\n\r\n";

      assertThat(raw(head + "0\r\nIdempotency-Key: abc\r\n")).isEqualTo("absent");
    }

    @Test
    void aLongKeyIsTooLong() throws Exception {
      assertThat(raw("Idempotency-Key: " + "k".repeat(255) + "\r\n")).startsWith("found k");
      assertThat(raw("Idempotency-Key: " + "k".repeat(256) + "\r\n")).isEqualTo("bad TOO_LONG");
      assertThat(raw("Idempotency-Key: " + "k".repeat(5000) + "\r\n")).isEqualTo("bad TOO_LONG");
      assertThat(raw("Idempotency-Key: " + "k".repeat(100_000) + "\r\n")).doesNotContain("found k");
    }

    @Test
    void aKeyInTheBodyIsFoundAndMustAgreeWithTheHeader() throws Exception {
      assertThat(send(Version.HTTP_1_1, "{\"key\":\"abc\"}")).isEqualTo("found abc null null");
      assertThat(send(Version.HTTP_1_1, "{\"key\":\"abc\"}", "Idempotency-Key", "\"abc\""))
          .isEqualTo("found abc \"abc\" Idempotency-Key");
      assertThat(send(Version.HTTP_1_1, "{\"key\":\"abc\"}", "Idempotency-Key", "def"))
          .isEqualTo("bad MALFORMED");
      assertThat(send(Version.HTTP_1_1, "{\"key\":7}", "Idempotency-Key", "def"))
          .isEqualTo("bad MALFORMED");
    }
  }
}
