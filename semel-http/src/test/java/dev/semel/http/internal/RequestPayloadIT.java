package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.KeyPolicy;
import dev.semel.http.RequestRules;
import dev.semel.http.server.ProbeServlet;
import dev.semel.http.server.RawHttp;
import dev.semel.http.server.TestServer;
import dev.semel.http.server.TestServer.Container;
import dev.semel.http.server.WebApp;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fingerprints of requests as they come over the wire. */
class RequestPayloadIT {
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

  private static String digest(HttpServletRequest request, RequestRules rules) throws IOException {
    try (RequestBody body = RequestBody.read(request, 10_000, 10_000, Path.of("."))) {
      return "digest "
          + RequestFingerprinter.of(rules, KeyPolicy.lenient())
              .fingerprint("test", 1, RequestPayload.of(request, "", body))
              .shortDigest();
    }
  }

  /** The same on every container. */
  @TestInstance(Lifecycle.PER_CLASS)
  abstract static class Cases {
    private static final RequestRules STANDARD = RequestRules.standard();
    private static final RequestRules EXACT =
        STANDARD.withHost().withHeaders("Api-Version", "If-Match");

    private final TestServer server;

    Cases(Container container) {
      server =
          container.start(
              WebApp.create()
                  .servlet("/standard/*", new ProbeServlet(request -> digest(request, STANDARD)))
                  .servlet("/exact/*", new ProbeServlet(request -> digest(request, EXACT))));
    }

    @AfterAll
    void close() {
      server.close();
    }

    private String send(String target, String headers, String body) throws IOException {
      String request =
          "POST %s HTTP/1.1\r\n%sConnection: close\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(target, headers, body.length(), body);
      String response = RawHttp.send(server, request);
      String answer = response.substring(response.indexOf("\r\n\r\n") + 4).strip();
      assertThat(answer).startsWith("digest ");
      return answer;
    }

    private String standard(String target) throws IOException {
      return send("/standard" + target, "Host: localhost\r\n", "");
    }

    private String exact(String headers) throws IOException {
      return send("/exact", headers, "");
    }

    private String body(String headers, String body) throws IOException {
      return send("/standard", "Host: localhost\r\n" + headers, body);
    }

    @ParameterizedTest
    @CsvSource({
      "/a?a=1&b=2,/a?b=2&a=1",
      "/a?x=%7Esmith,/a?x=~smith",
      "/%7esmith,/~smith",
      "/a?,/a"
    })
    void twoSpellingsOfOneUrlAreTheSame(String one, String other) throws Exception {
      assertThat(standard(one)).isEqualTo(standard(other));
    }

    @ParameterizedTest
    @CsvSource({
      "/a?a=1&a=2,/a?a=2&a=1",
      "/a,/b",
      "/a,/A",
      "/a,/a/",
      "/a;v=1,/a",
      "/a;v=1,/a;v=2",
      "/a?a=1,/a?a=2",
      "/a?a=x%26b,/a?a=x&b"
    })
    void twoUrlsDiffer(String one, String other) throws Exception {
      assertThat(standard(one)).isNotEqualTo(standard(other));
    }

    @Test
    void hostAndHeadersDoNotCountUnlessTold() throws Exception {
      String one = "Host: one.example\r\nApi-Version: 1\r\n";
      String other = "Host: two.example:8080\r\nApi-Version: 2\r\nAuthorization: x\r\n";

      assertThat(send("/standard", one, "")).isEqualTo(send("/standard", other, ""));
      assertThat(exact(one)).isNotEqualTo(exact("Host: two.example\r\nApi-Version: 1\r\n"));
      assertThat(exact(one)).isNotEqualTo(exact("Host: one.example\r\nApi-Version: 2\r\n"));
      assertThat(exact(one)).isNotEqualTo(exact("Host: one.example\r\n"));
      assertThat(exact(one)).isNotEqualTo(exact(one + "Api-Version: 1\r\n"));
    }

    @Test
    void theCaseOfTheHostAndTheUsualPortDoNotCount() throws Exception {
      String usual = exact("Host: one.example\r\n");

      assertThat(exact("Host: ONE.example:80\r\n")).isEqualTo(usual);
      assertThat(exact("Host: one.example:81\r\n")).isNotEqualTo(usual);
    }

    @Test
    void theCaseOfTheMediaTypeDoesNotCount() throws Exception {
      String json = body("Content-Type: application/json\r\n", "{\"a\":1}");

      assertThat(body("Content-Type: Application/JSON; charset=\"utf-8\"\r\n", "{ \"a\":1.0}"))
          .isEqualTo(json);
      assertThat(body("Content-Type: application/vnd.x+json\r\n", "{\"a\":1}")).isNotEqualTo(json);
      assertThat(body("", "{\"a\":1}")).isNotEqualTo(json);
    }

    @Test
    void theContentCodingCountsUnlessItIsNone() throws Exception {
      String type = "Content-Type: application/json\r\n";
      String plain = body(type, "{\"a\":1}");
      String coded = body(type + "Content-Encoding: gzip\r\n", "{\"a\":1}");

      assertThat(body(type + "Content-Encoding: Identity\r\n", "{ \"a\":1}")).isEqualTo(plain);
      assertThat(coded).isNotEqualTo(plain);
      assertThat(body(type + "Content-Encoding: GZIP\r\n", "{\"a\":1}")).isEqualTo(coded);
      assertThat(body(type + "Content-Encoding: br\r\n", "{\"a\":1}")).isNotEqualTo(coded);
      assertThat(body(type + "Content-Encoding: gzip, br\r\n", "{\"a\":1}"))
          .isEqualTo(body(type + "Content-Encoding: gzip\r\nContent-Encoding: br\r\n", "{\"a\":1}"))
          .isNotEqualTo(coded);
    }
  }
}
