package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.HttpEvent;
import dev.semel.http.RequestRules;
import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.Objects;
import org.junit.jupiter.api.extension.ExtendWith;

/** Forms under keys, also forms that were parsed in front of the filter. */
@ExtendWith(PostgresExtension.class)
class FormsIT {
  private static final String FORM = "application/x-www-form-urlencoded";

  /** Asks for a parameter, as filters for hidden methods and CSRF tokens do. */
  private static final Filter ASKING =
      (request, response, chain) -> {
        request.getParameter("_method");
        chain.doFilter(request, response);
      };

  private final PostgresDatabase database;

  FormsIT(PostgresDatabase database) {
    this.database = database;
  }

  /** Stores an order, and answers with the parameters. */
  private static void order(HttpServletRequest request, HttpServletResponse response)
      throws IOException, SQLException {
    Shop.insert(request);
    response.getWriter().print(request.getParameter("a") + request.getParameter("b"));
  }

  private static void orderByParts(HttpServletRequest request, HttpServletResponse response)
      throws IOException, SQLException, ServletException {
    order(request, response);
    response.getWriter().print(request.getPart("f").getSize());
  }

  private static String multipart(String boundary, String field, String file) {
    return """
        --%1$s
        Content-Disposition: form-data; name="a"

        %2$s
        --%1$s
        Content-Disposition: form-data; name="f"; filename="f.txt"

        %3$s
        --%1$s--
        """
        .formatted(boundary, field, file)
        .replace("\n", "\r\n");
  }

  private static HttpResponse<String> post(Shop shop, String key, String type, String body) {
    return post(shop, "/orders", key, type, body);
  }

  private static HttpResponse<String> post(
      Shop shop, String path, String key, String type, String body) {
    return shop.send(
        shop.to(path)
            .header(Shop.KEY, key)
            .header("Content-Type", type)
            .POST(BodyPublishers.ofString(body)));
  }

  private static void assertReplayed(HttpResponse<String> first, HttpResponse<String> retry) {
    assertThat(retry.statusCode()).isEqualTo(200);
    assertThat(retry.body()).isEqualTo(first.body());
    assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
  }

  private Shop.Plan withParts() {
    return Shop.on(database)
        .handler(FormsIT::orderByParts)
        .multipart(new MultipartConfigElement("", -1, -1, 100));
  }

  @ContainerTest
  void formParsedInFrontIsRecognised(Container container) {
    try (Shop shop = Shop.on(database).inFront(ASKING).handler(FormsIT::order).open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = post(shop, "/orders?a=0", key, FORM, "a=1&b=2");

      assertThat(first.body()).isEqualTo("02");
      assertReplayed(first, post(shop, "/orders?a=0", key, FORM, "b=2&a=1"));
      assertThat(post(shop, "/orders?a=0", key, FORM, "a=1&b=3").statusCode()).isEqualTo(422);
      assertThat(post(shop, "/orders?a=1", key, FORM, "a=1&b=2").statusCode()).isEqualTo(422);
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void ignoredQueryParameterDoesNotCountInFormParsedInFront(Container container) {
    Route route = Route.post("/orders").fingerprint(RequestRules.standard().ignoringQuery("trace"));
    try (Shop shop =
        Shop.on(database).inFront(ASKING).route(route).handler(FormsIT::order).open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = post(shop, "/orders?trace=1", key, FORM, "a=1");

      assertReplayed(first, post(shop, "/orders?trace=2", key, FORM, "a=1"));
      assertThat(post(shop, "/orders", key, FORM, "a=1&trace=2").statusCode()).isEqualTo(422);
    }
  }

  @ContainerTest
  void multipartFormParsedInFrontIsRecognised(Container container) {
    try (Shop shop = withParts().inFront(ASKING).open(container)) {
      assertPartsCount(shop, "multipart/form-data;boundary=");
    }
  }

  @ContainerTest
  void partsOfMultipartFormCountWithoutTheirBoundary(Container container) {
    try (Shop shop = withParts().open(container)) {
      assertPartsCount(shop, "multipart/form-data;boundary=");
    }
  }

  private static void assertPartsCount(Shop shop, String type) {
    String key = Shop.newKey();

    HttpResponse<String> first = post(shop, key, type + "x", multipart("x", "1", "content"));

    assertThat(first.body()).isEqualTo("1null7");
    assertReplayed(first, post(shop, key, type + "yy", multipart("yy", "1", "content")));
    assertThat(post(shop, key, type + "x", multipart("x", "2", "content")).statusCode())
        .isEqualTo(422);
    assertThat(post(shop, key, type + "x", multipart("x", "1", "CONTENT")).statusCode())
        .isEqualTo(422);
    String renamed = multipart("x", "1", "content").replace("f.txt", "g.txt");
    assertThat(post(shop, key, type + "x", renamed).statusCode()).isEqualTo(422);
    assertThat(shop.orders(key)).isEqualTo(1);
  }

  @ContainerTest
  void bytesOfMultipartFormCountWithoutTheirBoundaryIfServletTakesNoParts(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  Shop.insert(request);
                  int bytes = request.getInputStream().readAllBytes().length;
                  response.getWriter().print(bytes > 100);
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      String type = "multipart/form-data;boundary=";

      HttpResponse<String> first = post(shop, key, type + "x", multipart("x", "1", "content"));

      assertThat(first.body()).isEqualTo("true");
      assertReplayed(first, post(shop, key, type + "yy", multipart("yy", "1", "content")));
      assertThat(post(shop, key, type + "x", multipart("x", "1", "Content")).statusCode())
          .isEqualTo(422);
    }
  }

  /** Stored fingerprints depend on them: they may only change together with the version. */
  @ContainerTest
  void fingerprintsOfFormsDoNotChange(Container container) {
    try (Shop shop = withParts().inFront(ASKING).open(container)) {
      String key = Shop.newKey();
      post(shop, key, "multipart/form-data;boundary=x", multipart("x", "1", "content"));

      assertThat(fingerprint(key))
          .isEqualTo("a71758360c0015f97ce8b31913268033a2acf90fe5d8c1cd9ec6e67230c2811f");
    }
    try (Shop shop = Shop.on(database).inFront(ASKING).handler(FormsIT::order).open(container)) {
      String key = Shop.newKey();
      post(shop, "/orders?a=0", key, FORM, "a=1&b=2");

      assertThat(fingerprint(key))
          .isEqualTo("cc3486fa7447a69cf8291f8e903b61be9295d820a5f9b0b6a24471154182e1a5");
    }
  }

  private Object fingerprint(String key) {
    String sql = "SELECT encode(fingerprint, 'hex') AS hex FROM semel.intent WHERE key = ?";
    return Objects.requireNonNull(database.query(sql, key).get(0).get("hex"));
  }

  @ContainerTest
  void uploadIsLimitedByTheServletOnly(Container container) {
    Route route = Route.post("/orders").maxRequestBytes(1_000);
    try (Shop shop = withParts().route(route).open(container)) {
      String file = "0123456789".repeat(1_000);
      HttpResponse<String> response =
          post(shop, Shop.newKey(), "multipart/form-data;boundary=x", multipart("x", "1", file));

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("1null10000");
    }
  }

  @ContainerTest
  void bytesOfParsedMultipartFormAreRefusedWithReason(Container container) {
    Shop.Plan plan =
        withParts()
            .handler(
                (request, response) -> {
                  try {
                    request.getInputStream();
                  } catch (IllegalStateException e) {
                    response.getWriter().print(e.getMessage());
                  }
                });
    try (Shop shop = plan.open(container)) {
      String body = multipart("x", "1", "content");

      assertThat(post(shop, Shop.newKey(), "multipart/form-data;boundary=x", body).body())
          .contains("remove the multipart configuration of the servlet");
    }
  }

  @ContainerTest
  void bodyReadInFrontIsRefusedWithProblem(Container container) {
    Filter reading =
        (request, response, chain) -> {
          request.getInputStream().readAllBytes();
          chain.doFilter(request, response);
        };
    try (Shop shop = Shop.on(database).inFront(reading).open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> response = shop.order(key);

      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains("\"code\":\"body_consumed\"");
      assertThat(shop.count(HttpEvent.BODY_CONSUMED)).isEqualTo(1);
      assertThat(shop.orders(key)).isZero();
    }
  }

  @ContainerTest
  void malformedFormIsAnsweredWithProblemAndKeyStaysFree(Container container) {
    try (Shop shop = Shop.on(database).handler(FormsIT::order).open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> response = post(shop, key, FORM, "a=%zz");

      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.body()).contains("\"code\":\"form_malformed\"");
      assertThat(post(shop, key, FORM, "a=1").body()).isEqualTo("1null");
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }
}
