package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.HttpEffect;
import dev.semel.http.HttpEvent;
import dev.semel.http.Idempotency;
import dev.semel.http.Route;
import dev.semel.http.StatusPolicy;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class StoredStatusesIT {
  private final PostgresDatabase database;

  StoredStatusesIT(PostgresDatabase database) {
    this.database = database;
  }

  /** Does its work and answers with the status that the body asks for. */
  private static void answer(HttpServletRequest request, HttpServletResponse response)
      throws IOException, SQLException {
    int status = Integer.parseInt(request.getReader().readLine());
    long id = Shop.insert(request);
    response.setStatus(status);
    response.setHeader("Location", "/orders/" + id);
    if (status != 204 && status != 304) {
      response.getWriter().print("order " + id);
    }
  }

  private static HttpResponse<String> ask(Shop shop, String key, int status) {
    return shop.order(key, Integer.toString(status));
  }

  @ContainerTest
  void successesAndRedirectionsCommitAndAreReplayed(Container container) {
    try (Shop shop = Shop.on(database).handler(StoredStatusesIT::answer).open(container)) {
      for (int status : new int[] {200, 201, 202, 203, 204, 301, 302, 303, 307, 308}) {
        String key = Shop.newKey();

        HttpResponse<String> first = ask(shop, key, status);
        HttpResponse<String> retry = ask(shop, key, status);

        assertThat(first.statusCode()).isEqualTo(status);
        assertThat(retry.statusCode()).isEqualTo(status);
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(retry.headers().firstValue("Location"))
            .isPresent()
            .isEqualTo(first.headers().firstValue("Location"));
        assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
        assertThat(retry.headers().firstValue("Content-Length").isPresent())
            .isEqualTo(status != 204);
        assertThat(shop.orders(key)).isEqualTo(1);
      }
    }
  }

  @ContainerTest
  void aBusinessNoIsRolledBackAndReplayed(Container container) {
    try (Shop shop = Shop.on(database).handler(StoredStatusesIT::answer).open(container)) {
      for (int status : new int[] {400, 402, 404, 406, 409, 410, 412, 415, 418, 422, 428, 451}) {
        String key = Shop.newKey();

        HttpResponse<String> first = ask(shop, key, status);
        HttpResponse<String> retry = ask(shop, key, status);

        assertThat(first.statusCode()).isEqualTo(status);
        assertThat(first.headers().firstValue(Shop.MARKER)).isEmpty();
        assertThat(retry.statusCode()).isEqualTo(status);
        assertThat(retry.body()).isEqualTo(first.body()).startsWith("order ");
        assertThat(retry.headers().firstValue("Location"))
            .isEqualTo(first.headers().firstValue("Location"));
        assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
        assertThat(shop.orders(key)).isZero();
        assertThat(shop.records(key)).isEqualTo(1);
      }
    }
  }

  @ContainerTest
  void whatSaysNothingAboutTheCommandIsRolledBackAndNotKept(Container container) {
    try (Shop shop = Shop.on(database).handler(StoredStatusesIT::answer).open(container)) {
      int[] statuses = {304, 401, 403, 407, 408, 416, 419, 421, 425, 429, 431, 500, 502, 503, 504};
      for (int status : statuses) {
        String key = Shop.newKey();

        HttpResponse<String> first = ask(shop, key, status);
        HttpResponse<String> second = ask(shop, key, status);

        assertThat(first.statusCode()).isEqualTo(status);
        assertThat(first.headers().allValues(Shop.KEY)).containsExactly(key);
        assertThat(second.headers().firstValue(Shop.MARKER)).isEmpty();
        assertThat(second.headers().firstValue("Location"))
            .isNotEqualTo(first.headers().firstValue("Location"));
        assertThat(shop.orders(key)).isZero();
        assertThat(shop.records(key)).isZero();
      }
      assertThat(shop.count(HttpEvent.NOT_STORED)).isEqualTo(2 * statuses.length);
    }
  }

  @ContainerTest
  void aSuccessThatIsNotKeptCommitsAndIsNotRunAgain(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders").storing(StatusPolicy.standard().except(202)))
            .handler(StoredStatusesIT::answer);
    try (Shop shop = plan.open(container)) {
      for (int status : new int[] {202, 206}) {
        String key = Shop.newKey();

        assertThat(ask(shop, key, status).statusCode()).isEqualTo(status);
        HttpResponse<String> retry = ask(shop, key, status);

        assertThat(retry.statusCode()).isEqualTo(409);
        assertThat(retry.body()).contains("\"code\":\"result_unavailable\"");
        assertThat(shop.orders(key)).isEqualTo(1);
      }
    }
  }

  @ContainerTest
  void aRouteCanKeepOtherStatuses(Container container) {
    StatusPolicy policy = StatusPolicy.standard().also(503).except(404);
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders").storing(policy))
            .handler(StoredStatusesIT::answer);
    try (Shop shop = plan.open(container)) {
      String kept = Shop.newKey();
      ask(shop, kept, 503);
      HttpResponse<String> retry = ask(shop, kept, 503);
      assertThat(retry.statusCode()).isEqualTo(503);
      assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(shop.orders(kept)).isZero();

      String notKept = Shop.newKey();
      ask(shop, notKept, 404);
      assertThat(ask(shop, notKept, 404).headers().firstValue(Shop.MARKER)).isEmpty();
    }
  }

  @ContainerTest
  void aTransientAnswerIsNotKeptWhateverItsStatus(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  answer(request, response);
                  if (request.getHeader("By-Header") == null) {
                    Idempotency.transientAnswer(request);
                  } else {
                    response.setHeader("Transient-Error", "true");
                  }
                });
    try (Shop shop = plan.open(container)) {
      for (int status : new int[] {200, 402}) {
        String byCall = Shop.newKey();
        ask(shop, byCall, status);
        assertThat(ask(shop, byCall, status).headers().firstValue(Shop.MARKER)).isEmpty();
        assertThat(shop.records(byCall)).isZero();
        assertThat(shop.orders(byCall)).isZero();

        String byHeader = Shop.newKey();
        HttpResponse<String> response =
            shop.send(shop.request(byHeader, "" + status).header("By-Header", "1"));
        assertThat(response.headers().firstValue("Transient-Error")).hasValue("true");
        assertThat(shop.records(byHeader)).isZero();
      }
    }
  }

  @ContainerTest
  void aFinalAnswerCommitsWithItsEffectWhateverItsStatus(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  answer(request, response);
                  Idempotency.finalAnswer(request);
                });
    try (Shop shop = plan.open(container)) {
      for (int status : new int[] {402, 429, 500, 503}) {
        String key = Shop.newKey();

        HttpResponse<String> first = ask(shop, key, status);
        HttpResponse<String> retry = ask(shop, key, status);

        assertThat(retry.statusCode()).isEqualTo(status);
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
        assertThat(shop.orders(key)).isEqualTo(1);
      }
    }
  }

  @ContainerTest
  void anExceptionRollsBackReachesTheContainerAsItIsAndKeepsNothing(Container container) {
    SeenByOthers seen = new SeenByOthers();
    Shop.Plan plan =
        Shop.on(database)
            .inFront(seen)
            .handler(
                (request, response) -> {
                  response.setHeader("Half", "done");
                  response.getWriter().print("half a body");
                  response.flushBuffer();
                  Shop.insert(request);
                  switch (request.getReader().readLine()) {
                    case "io" -> throw new IOException("io");
                    case "servlet" -> throw new ServletException("servlet");
                    default -> throw new IllegalArgumentException("runtime");
                  }
                });
    try (Shop shop = plan.open(container)) {
      for (String kind : new String[] {"io", "servlet", "runtime"}) {
        String key = Shop.newKey();

        HttpResponse<String> failed = shop.order(key, kind);

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.body()).doesNotContain("half a body");
        assertThat(seen.thrown()).hasMessage(kind).hasNoCause();
        assertThat(shop.orders(key)).isZero();
        assertThat(shop.records(key)).isZero();
      }
      assertThat(shop.count(HttpEvent.HANDLER_FAILED)).isEqualTo(3);
    }
  }

  @ContainerTest
  void anErrorOfTheVirtualMachineRollsBackToo(Container container) {
    SeenByOthers seen = new SeenByOthers();
    Shop.Plan plan =
        Shop.on(database)
            .inFront(seen)
            .handler(
                (request, response) -> {
                  Shop.insert(request);
                  throw new StackOverflowError("deep");
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      assertThat(shop.order(key).statusCode()).isEqualTo(500);
      // Tomcat's own chain wraps it.
      assertThat(seen.thrown())
          .satisfiesAnyOf(
              thrown -> assertThat(thrown).isInstanceOf(StackOverflowError.class),
              thrown -> assertThat(thrown).hasRootCauseInstanceOf(StackOverflowError.class));
      assertThat(shop.orders(key)).isZero();
      assertThat(shop.records(key)).isZero();
    }
  }

  @ContainerTest
  void aRejectionOfTheEngineIsWordedKeptAndReplayed(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  Shop.insert(request);
                  response.setContentType("text/html");
                  response.getWriter().print("half a body");
                  throw HttpEffect.of(request).reject("SOLD_OUT", "no \"lamp\"\tleft");
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      HttpResponse<String> retry = shop.order(key);

      assertThat(first.statusCode()).isEqualTo(422);
      assertThat(first.headers().firstValue("Content-Type")).hasValue("application/problem+json");
      assertThat(first.body())
          .contains("\"code\":\"SOLD_OUT\"", "\"detail\":\"no \\\"lamp\\\"\\u0009left\"")
          .doesNotContain("half");
      assertThat(first.headers().firstValue(Shop.MARKER)).isEmpty();
      assertThat(retry.body()).isEqualTo(first.body());
      assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(shop.orders(key)).isZero();
    }
  }

  @ContainerTest
  void theContainersErrorPageIsAskedForAgainByARetry(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  Shop.insert(request);
                  response.setHeader("Reason", "gone");
                  response.getWriter().print("half a body");
                  response.sendError(Integer.parseInt(request.getReader().readLine()), "no lamp");
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      HttpResponse<String> first = ask(shop, key, 404);
      HttpResponse<String> retry = ask(shop, key, 404);

      assertThat(first.statusCode()).isEqualTo(404);
      assertThat(first.body()).contains("no lamp").doesNotContain("half a body");
      assertThat(retry.statusCode()).isEqualTo(404);
      assertThat(retry.body()).isEqualTo(first.body());
      assertThat(retry.headers().allValues(Shop.MARKER)).containsExactly("true");
      assertThat(retry.headers().allValues(Shop.KEY)).containsExactly(key);
      assertThat(retry.headers().firstValue("Reason")).hasValue("gone");
      assertThat(shop.orders(key)).isZero();

      String failing = Shop.newKey();
      assertThat(ask(shop, failing, 500).statusCode()).isEqualTo(500);
      assertThat(ask(shop, failing, 500).headers().firstValue(Shop.MARKER)).isEmpty();
      assertThat(shop.records(failing)).isZero();
    }
  }
}
