package dev.semel.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.ErrorBody;
import dev.semel.http.ErrorFormat;
import dev.semel.http.ScopedBy;
import dev.semel.spring.Idempotent;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Settings of one endpoint, and of an API that works as Stripe's does. */
class EndpointSettingsIT extends WebContract {
  @Override
  Class<?>[] parts() {
    return new Class<?>[] {Charges.class, Errors.class};
  }

  @Override
  String[] arguments() {
    return new String[] {
      "--server.port=0",
      "--semel.http.scoped-by=caller",
      "--semel.http.expires-header=Key-Life",
      "--semel.http.problems.statuses.mismatch=400",
      "--semel.http.problems.statuses.in-progress=202"
    };
  }

  /** Errors as Stripe's clients expect them. */
  @Configuration(proxyBeanMethods = false)
  static class Errors {
    @Bean
    ErrorFormat errors() {
      return error ->
          ErrorBody.json(
              "{\"error\":{\"type\":\"idempotency_error\",\"code\":\"%s\"}}"
                  .formatted(error.code()));
    }
  }

  @RestController
  static class Charges {
    CountDownLatch begun = new CountDownLatch(0);
    CountDownLatch mayEnd = new CountDownLatch(0);

    private String charge(String body) throws InterruptedException {
      begun.countDown();
      mayEnd.await();
      return "{\"charged\":" + body.length() + "}";
    }

    @Idempotent
    @PostMapping("/charges")
    String charges(@RequestBody String body) throws InterruptedException {
      return charge(body);
    }

    @Idempotent(inProgressStatus = 425)
    @PostMapping("/refunds")
    String refunds(@RequestBody String body) throws InterruptedException {
      return charge(body);
    }

    @Idempotent(scopedBy = ScopedBy.TEMPLATE)
    @PostMapping("/notes")
    String notes(@RequestBody String body) throws InterruptedException {
      return charge(body);
    }

    @Idempotent(maxRequestSize = "1KB", maxResponseSize = "1KB")
    @PostMapping("/small")
    String small(@RequestBody String body) {
      return "r".repeat(body.startsWith("long") ? 2_000 : 10);
    }
  }

  private static void assertError(HttpResponse<String> response, int status, String code) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(response.body())
        .isEqualTo("{\"error\":{\"type\":\"idempotency_error\",\"code\":\"" + code + "\"}}");
  }

  @Test
  void keyIsUniqueOverAllEndpointsOfCaller() {
    assertThat(post("/charges", "1").statusCode()).isEqualTo(200);

    assertError(post("/refunds", "1"), 400, "mismatch");
    assertThat(isReplayed(post("/charges", "1"))).isTrue();
    assertThat(send(as("sam", keyed("/refunds")).POST(BodyPublishers.ofString("1"))).statusCode())
        .isEqualTo(200);
  }

  @Test
  void handlerCanHaveItsOwnKeys() {
    assertThat(post("/charges", "1").statusCode()).isEqualTo(200);

    HttpResponse<String> other = post("/notes", "1");
    assertThat(other.statusCode()).isEqualTo(200);
    assertThat(isReplayed(other)).isFalse();
  }

  @Test
  void handlerCanLimitRequestsAndStoredResponses() {
    HttpResponse<String> large = post("/small", "x".repeat(1_025));
    assertError(large, 413, "body_too_large");

    HttpResponse<String> first = post("/small", "long");
    assertThat(first.body()).hasSize(2_000);
    assertError(post("/small", "long"), 409, "result_unavailable");
  }

  @ParameterizedTest
  @CsvSource({"/charges,202", "/refunds,425"})
  void statusOfDuplicateInProgressIsSetting(String path, int status) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    bean(Charges.class).begun = begun;
    bean(Charges.class).mayEnd = mayEnd;
    CompletableFuture<HttpResponse<String>> first =
        CompletableFuture.supplyAsync(() -> post(path, "1"));
    begun.await();
    HttpResponse<String> duplicate = post(path, "1");
    mayEnd.countDown();

    assertError(duplicate, status, "in_progress");
    assertThat(duplicate.headers().firstValue("Retry-After")).hasValue("1");
    assertThat(first.get().statusCode()).isEqualTo(200);
  }

  @Test
  void responsesSayHowLongKeyIsKnown() {
    assertThat(post("/charges", "1").headers().firstValue("Key-Life")).hasValue("PT168H");
  }
}
