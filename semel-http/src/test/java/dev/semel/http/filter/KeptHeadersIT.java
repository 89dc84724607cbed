package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import jakarta.servlet.Filter;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class KeptHeadersIT {
  private static final List<String> OF_ONE_MESSAGE =
      List.of(
          "Keep-Alive",
          "X-Of-This-Hop",
          "Age",
          "Via",
          "Server",
          "X-Powered-By",
          "Server-Timing",
          "Alt-Svc",
          "Clear-Site-Data",
          "Set-Cookie",
          "Set-Cookie2",
          "WWW-Authenticate",
          "Authentication-Info",
          "Authorization",
          "Proxy-Authenticate",
          "Proxy-Authentication-Info",
          "X-Request-Id",
          "traceparent",
          "tracestate",
          "X-B3-TraceId",
          "X-Correlation-Id",
          "RateLimit-Remaining",
          "X-RateLimit-Limit",
          "Access-Control-Allow-Origin",
          "Access-Control-Expose-Headers");

  private final PostgresDatabase database;

  KeptHeadersIT(PostgresDatabase database) {
    this.database = database;
  }

  @ContainerTest
  void whatDescribesTheResultIsReplayedExactlyAndInOrder(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  response.setContentType("application/vnd.shop+json");
                  response.addHeader("Link", "</orders/1>; rel=self");
                  response.addHeader("Link", "</orders>; rel=up");
                  response.addHeader("Vary", "Accept");
                  response.addHeader("Vary", "Accept-Language");
                  response.setHeader("Content-Language", "de");
                  response.setHeader("Content-Disposition", "attachment; filename=\"a b.json\"");
                  response.setHeader("ETag", "\"v1\"");
                  response.setDateHeader("Last-Modified", 1_700_000_000_000L);
                  response.setHeader("Cache-Control", "private, max-age=60");
                  response.setDateHeader("Expires", 0);
                  response.setIntHeader("Retry-After", 7);
                  response.setHeader("Content-Location", "/orders/1");
                  response.setHeader("X-Custom", "first");
                  response.setHeader("x-custom", "Größe");
                  response.getOutputStream().print("{}");
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      HttpResponse<String> retry = shop.order(key);

      assertThat(first.headers().allValues("Link"))
          .containsExactly("</orders/1>; rel=self", "</orders>; rel=up");
      assertThat(first.headers().firstValue("Last-Modified"))
          .hasValue("Tue, 14 Nov 2023 22:13:20 GMT");
      assertThat(first.headers().firstValue("Expires")).hasValue("Thu, 01 Jan 1970 00:00:00 GMT");
      assertThat(first.headers().firstValue("Retry-After")).hasValue("7");
      assertThat(first.headers().allValues("X-Custom")).hasSize(1);
      first
          .headers()
          .map()
          .forEach(
              (name, values) -> {
                if (!name.equalsIgnoreCase("date")) {
                  assertThat(retry.headers().allValues(name)).as(name).isEqualTo(values);
                }
              });
      assertThat(retry.headers().firstValue("Age")).isEmpty();
      assertThat(retry.headers().allValues("Date").size())
          .isEqualTo(first.headers().allValues("Date").size());
    }
  }

  @ContainerTest
  void whatBelongsToOneMessageIsSentOnceAndNeverStored(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  response.setHeader("Connection", "X-Of-This-Hop");
                  OF_ONE_MESSAGE.forEach(name -> response.setHeader(name, "secret"));
                  response.addCookie(new Cookie("session", "secret"));
                  response.setHeader("Kept", "yes");
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      HttpResponse<String> retry = shop.order(key);

      assertThat(first.headers().allValues("Set-Cookie"))
          .anyMatch(cookie -> cookie.contains("session=secret"));
      assertThat(first.headers().firstValue("X-Request-Id")).hasValue("secret");
      assertThat(retry.headers().firstValue("Kept")).hasValue("yes");
      for (String name : OF_ONE_MESSAGE) {
        assertThat(retry.headers().allValues(name)).as(name).doesNotContain("secret");
      }
      assertThat(retry.headers().allValues("Set-Cookie")).isEmpty();
      assertThat(storedText(key)).contains("Kept").doesNotContain("secret");
    }
  }

  private String storedText(String key) {
    return String.valueOf(
        database
            .query("SELECT encode(content, 'escape') AS text FROM semel.intent WHERE key = ?", key)
            .get(0)
            .get("text"));
  }

  @ContainerTest
  void whatAFilterInFrontSetsIsNeitherStoredNorDoubled(Container container) {
    AtomicInteger requests = new AtomicInteger();
    Filter front =
        (request, response, chain) -> {
          HttpServletResponse http = (HttpServletResponse) response;
          int number = requests.incrementAndGet();
          http.setHeader("Strict-Transport-Security", "max-age=1");
          http.setHeader("Access-Control-Allow-Origin", "https://a" + number);
          http.addHeader("Vary", "Origin");
          http.setHeader("X-Number", "" + number);
          http.setHeader("X-Both", "front");
          chain.doFilter(request, response);
          http.setHeader("X-Frame-Options", "DENY");
          http.setHeader("X-After", "yes");
        };
    Shop.Plan plan =
        Shop.on(database)
            .inFront(front)
            .handler(
                (request, response) -> {
                  assertThat(response.getHeader("X-Both")).isEqualTo("front");
                  assertThat(response.containsHeader("strict-transport-security")).isTrue();
                  response.addHeader("Vary", "Accept");
                  response.setHeader("X-Both", "handler");
                  response.setHeader("X-Frame-Options", "SAMEORIGIN");
                  assertThat(response.getHeaders("vary")).containsExactly("Origin", "Accept");
                  assertThat(response.getHeaderNames()).contains("X-Both", "X-Number", "Vary");
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      HttpResponse<String> retry = shop.order(key);

      for (HttpResponse<String> response : List.of(first, retry)) {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().allValues("Strict-Transport-Security")).hasSize(1);
        assertThat(response.headers().allValues("Access-Control-Allow-Origin")).hasSize(1);
        assertThat(response.headers().allValues("Vary")).containsExactly("Origin", "Accept");
        assertThat(response.headers().allValues("X-Both")).containsExactly("handler");
        assertThat(response.headers().allValues("X-Frame-Options")).containsExactly("DENY");
        assertThat(response.headers().allValues("X-After")).containsExactly("yes");
      }
      assertThat(retry.headers().firstValue("X-Number"))
          .isNotEqualTo(first.headers().firstValue("X-Number"));
      assertThat(retry.headers().firstValue("Access-Control-Allow-Origin"))
          .isNotEqualTo(first.headers().firstValue("Access-Control-Allow-Origin"));
    }
  }

  @ContainerTest
  void theMarkerAndTheEchoAreThereOnceEvenIfTheApplicationSetsThem(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  response.addHeader(Shop.KEY, "mine");
                  response.addHeader(Shop.MARKER, "maybe");
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      HttpResponse<String> retry = shop.order(key);

      assertThat(first.headers().allValues(Shop.MARKER)).isEmpty();
      assertThat(first.headers().allValues(Shop.KEY)).containsExactly(key);
      assertThat(retry.headers().allValues(Shop.KEY)).containsExactly(key);
      assertThat(retry.headers().allValues(Shop.MARKER)).containsExactly("true");
    }
  }

  @ContainerTest
  void settingsKeepAndDropHeadersByName(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .settings(
                filter ->
                    filter.keepingHeaders("Access-Control-Allow-Origin").droppingHeaders("X-Node"))
            .handler(
                (request, response) -> {
                  response.setHeader("Access-Control-Allow-Origin", "*");
                  response.setHeader("X-Node", "7");
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      HttpResponse<String> retry = shop.order(key);

      assertThat(first.headers().firstValue("X-Node")).hasValue("7");
      assertThat(retry.headers().firstValue("X-Node")).isEmpty();
      assertThat(retry.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
    }
  }

  @ContainerTest
  void moreHeadersThanAreKeptLeaveATombstone(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  Shop.insert(request);
                  for (int i = 0; i < 20; i++) {
                    response.addHeader("X-Dropped-" + i, "x".repeat(4_000));
                  }
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      int first = shop.order(key).statusCode();
      HttpResponse<String> retry = shop.order(key);

      // Containers themselves refuse to send such a head; what counts is that it is not run again.
      assertThat(first).isIn(200, 500);
      assertThat(retry.body()).contains("\"code\":\"result_unavailable\"");
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void theLocaleAndItsEncodingAreReplayed(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  response.setLocale(Locale.GERMANY);
                  response.setContentType("text/plain");
                  response.setCharacterEncoding("UTF-8");
                  response.getWriter().print("Grüße");
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      HttpResponse<String> retry = shop.order(key);

      assertThat(first.body()).isEqualTo("Grüße");
      assertThat(first.headers().allValues("Content-Language")).containsExactly("de-DE");
      assertThat(first.headers().firstValue("Content-Type"))
          .get()
          .asString()
          .startsWith("text/plain;");
      assertThat(retry.body()).isEqualTo("Grüße");
      assertThat(retry.headers().allValues("Content-Language")).containsExactly("de-DE");
      assertThat(retry.headers().allValues("Content-Type"))
          .isEqualTo(first.headers().allValues("Content-Type"));
    }
  }
}
