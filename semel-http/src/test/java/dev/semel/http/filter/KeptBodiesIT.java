package dev.semel.http.filter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.HttpEvent;
import dev.semel.http.Keep;
import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PostgresExtension.class)
class KeptBodiesIT {
  private static final int CAP = 1_000;

  private final PostgresDatabase database;

  KeptBodiesIT(PostgresDatabase database) {
    this.database = database;
  }

  /** Writes as many random bytes as the request's body says, in many pieces and flushes. */
  private static Shop.Handler randomBytes() {
    return (request, response) -> {
      Shop.insert(request);
      int left = Integer.parseInt(request.getReader().readLine());
      response.setContentType("application/octet-stream");
      ServletOutputStream out = response.getOutputStream();
      Random random = new Random();
      while (left > 0) {
        byte[] piece = new byte[Math.min(left, 1 + random.nextInt(100_000))];
        random.nextBytes(piece);
        out.write(piece);
        out.flush();
        response.flushBuffer();
        left -= piece.length;
      }
    };
  }

  private static HttpResponse<byte[]> bytes(Shop shop, String key, int count) {
    try {
      return shop.client().send(shop.request(key, "" + count).build(), BodyHandlers.ofByteArray());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A client may have its response before the server has cleared up. */
  private static void awaitNothingLeftIn(Path spool) {
    Waiting.until(
        "no file is left", () -> Objects.requireNonNull(spool.toFile().list()).length == 0);
  }

  @ContainerTest
  void aBodyUpToTheCapIsReplayedByteForByteAndALargerOneIsSentOnce(Container container) {
    Shop.Plan plan =
        Shop.on(database).route(Route.post("/orders").maxResponseBytes(CAP)).handler(randomBytes());
    try (Shop shop = plan.open(container)) {
      for (int count : new int[] {0, 1, CAP}) {
        String key = Shop.newKey();
        HttpResponse<byte[]> first = bytes(shop, key, count);
        HttpResponse<byte[]> retry = bytes(shop, key, count);
        assertThat(retry.body()).hasSize(count).isEqualTo(first.body());
        assertThat(retry.headers().firstValue("Content-Length")).hasValue("" + count);
      }
      for (int count : new int[] {CAP + 1, 50_000, 600_000}) {
        String key = Shop.newKey();
        HttpResponse<byte[]> first = bytes(shop, key, count);
        HttpResponse<byte[]> retry = bytes(shop, key, count);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).hasSize(count);
        assertThat(retry.statusCode()).isEqualTo(409);
        assertThat(new String(retry.body(), UTF_8)).contains("\"code\":\"result_unavailable\"");
        assertThat(shop.orders(key)).isEqualTo(1);
      }
      assertThat(shop.count(HttpEvent.RESPONSE_TOO_LARGE)).isEqualTo(3);
      assertThat(shop.count(HttpEvent.RESULT_UNAVAILABLE)).isEqualTo(3);
    }
  }

  @ContainerTest
  void aLargeBodyIsSpooledReplayedAndLeavesNoFile(Container container, @TempDir Path spool) {
    Shop.Plan plan =
        Shop.on(database)
            .settings(filter -> filter.memoryBytes(1_024).spoolTo(spool))
            .route(Route.post("/orders").maxResponseBytes(5_000_000))
            .handler(randomBytes());
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<byte[]> first = bytes(shop, key, 5_000_000);
      HttpResponse<byte[]> retry = bytes(shop, key, 5_000_000);

      assertThat(first.body()).hasSize(5_000_000);
      assertThat(retry.body()).isEqualTo(first.body());
      awaitNothingLeftIn(spool);
    }
  }

  @ContainerTest
  void aResponseBeyondWhatCanBeHeldBackFailsAndIsRolledBack(
      Container container, @TempDir Path spool) {
    Shop.Plan plan =
        Shop.on(database)
            .settings(filter -> filter.memoryBytes(10).maxHeldBytes(1_000).spoolTo(spool))
            .handler(randomBytes());
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      assertThat(bytes(shop, key, 1_001).statusCode()).isEqualTo(500);
      assertThat(shop.orders(key)).isZero();
      assertThat(shop.records(key)).isZero();
      awaitNothingLeftIn(spool);
    }
  }

  @ContainerTest
  void aRouteCanKeepTheHeadWithoutTheBody(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders").keeping(Keep.WITHOUT_BODY))
            .handler(
                (request, response) -> {
                  Shop.order(request, response);
                  response.getOutputStream().print("{\"secret\":\"s3cr3t\"}");
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      HttpResponse<String> retry = shop.order(key);

      assertThat(first.body()).contains("s3cr3t");
      assertThat(retry.statusCode()).isEqualTo(201);
      assertThat(retry.body()).isEmpty();
      assertThat(retry.headers().firstValue("Location"))
          .isEqualTo(first.headers().firstValue("Location"));
      assertThat(retry.headers().firstValue("Content-Type")).isEmpty();
      assertThat(retry.headers().firstValue("Content-Length")).hasValue("0");
      assertThat(dump(key)).doesNotContain("s3cr3t");
    }
  }

  @ContainerTest
  void aRouteCanKeepNothingButThatItWasDone(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders").keeping(Keep.NOTHING))
            .handler(
                (request, response) -> {
                  Shop.insert(request);
                  response.setStatus(Integer.parseInt(request.getReader().readLine()));
                  response.getWriter().print("s3cr3t");
                });
    try (Shop shop = plan.open(container)) {
      for (String status : new String[] {"200", "402"}) {
        String key = Shop.newKey();

        assertThat(shop.order(key, status).body()).isEqualTo("s3cr3t");
        HttpResponse<String> retry = shop.order(key, status);

        assertThat(retry.statusCode()).isEqualTo(409);
        assertThat(retry.body()).contains("\"code\":\"result_unavailable\"");
        assertThat(dump(key)).doesNotContain("s3cr3t");
      }
    }
  }

  private String dump(String key) {
    return database
        .query(
            "SELECT encode(content, 'escape') AS text, i.* FROM semel.intent i WHERE key = ?", key)
        .toString();
  }

  @ContainerTest
  void writersEncodeAsTheContainersOwnWould(Container container) throws Exception {
    Shop.Handler write =
        (request, response) -> {
          response.setContentType(request.getReader().readLine());
          PrintWriter writer = response.getWriter();
          writer.print("Grüße ");
          writer.flush();
          writer.print("aus Köln");
        };
    Shop.Plan plan = Shop.on(database).route(Route.post("/orders").optional()).handler(write);
    try (Shop shop = plan.open(container)) {
      for (String type :
          new String[] {
            "text/plain",
            "text/plain;charset=utf-8",
            "application/json",
            "text/html",
            "application/xml; charset=UTF-16"
          }) {
        String key = Shop.newKey();
        HttpResponse<byte[]> bare =
            shop.client().send(shop.json(type).build(), BodyHandlers.ofByteArray());
        HttpResponse<byte[]> first =
            shop.client().send(shop.request(key, type).build(), BodyHandlers.ofByteArray());
        HttpResponse<byte[]> retry =
            shop.client().send(shop.request(key, type).build(), BodyHandlers.ofByteArray());

        assertThat(first.body()).as(type).isEqualTo(bare.body());
        assertThat(first.headers().allValues("Content-Type"))
            .isEqualTo(bare.headers().allValues("Content-Type"));
        assertThat(retry.body()).isEqualTo(bare.body());
        assertThat(retry.headers().allValues("Content-Type"))
            .isEqualTo(bare.headers().allValues("Content-Type"));
      }
    }
  }

  @ContainerTest
  void aRedirectIsReplayedWithTheLocationThatWasGiven(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  Shop.insert(request);
                  response.getWriter().print("dropped");
                  response.sendRedirect("/orders/17");
                  response.getWriter().print("too late");
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      HttpResponse<String> retry = shop.order(key);

      assertThat(first.statusCode()).isEqualTo(302);
      assertThat(first.headers().firstValue("Location")).hasValue("/orders/17");
      assertThat(first.body()).isEmpty();
      assertThat(retry.statusCode()).isEqualTo(302);
      assertThat(retry.headers().allValues("Location")).containsExactly("/orders/17");
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void aResetForgetsWhatWasWrittenBefore(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  response.setStatus(418);
                  response.setHeader("X-Gone", "yes");
                  response.setContentType("text/html");
                  response.getWriter().print("gone");
                  response.flushBuffer();
                  assertThat(response.isCommitted()).isFalse();
                  response.reset();
                  response.setContentType("text/plain");
                  response.getOutputStream().print("also gone");
                  response.resetBuffer();
                  response.getOutputStream().print("there");
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      HttpResponse<String> retry = shop.order(key);

      for (HttpResponse<String> response : List.of(first, retry)) {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("X-Gone")).isEmpty();
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain");
        assertThat(response.body()).isEqualTo("there");
      }
    }
  }

  @ContainerTest
  void forwardsAndIncludesAreOneRequest(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders"))
            .route(Route.post("/inside"))
            .handler(
                (request, response) -> {
                  if (request.getDispatcherType() == DispatcherType.INCLUDE) {
                    response.getOutputStream().print("included ");
                  } else if (request.getDispatcherType() == DispatcherType.FORWARD) {
                    request.getRequestDispatcher("/included").include(request, response);
                    response.getOutputStream().print("forwarded");
                  } else {
                    Shop.insert(request);
                    response.getOutputStream().print("gone");
                    request.getRequestDispatcher("/inside").forward(request, response);
                  }
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      HttpResponse<String> retry = shop.order(key);

      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(first.body()).isEqualTo("included forwarded");
      assertThat(retry.body()).isEqualTo(first.body());
      assertThat(shop.records(key)).isEqualTo(1);
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void codedBytesAreReplayedCoded(Container container) throws Exception {
    byte[] coded = "not really gzip".getBytes(ISO_8859_1);
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  response.setHeader("Content-Encoding", "gzip");
                  response.getOutputStream().write(coded);
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      bytes(shop, key, 1);

      HttpResponse<byte[]> retry = bytes(shop, key, 1);

      assertThat(retry.headers().allValues("Content-Encoding")).containsExactly("gzip");
      assertThat(retry.body()).isEqualTo(coded);
    }
  }

  /** A handler that compresses must not do so for a retry that accepts no compression. */
  @ContainerTest
  void storedResponseIsReadableWithoutCompression(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  Shop.insert(request);
                  byte[] body = "readable".getBytes(UTF_8);
                  if ("gzip".equals(request.getHeader("Accept-Encoding"))) {
                    response.setHeader("Content-Encoding", "gzip");
                    try (OutputStream out = new GZIPOutputStream(response.getOutputStream())) {
                      out.write(body);
                    }
                  } else {
                    response.getOutputStream().write(body);
                  }
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      var first = shop.send(shop.request(key, "{}").header("Accept-Encoding", "gzip"));
      var retry = shop.send(shop.request(key, "{}"));

      assertThat(first.body()).isEqualTo("readable");
      assertThat(retry.body()).isEqualTo("readable");
      assertThat(retry.headers().firstValue("Content-Encoding")).isEmpty();
      assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
    }
  }
}
