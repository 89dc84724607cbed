package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.ErrorBody;
import dev.semel.http.ErrorFormat;
import dev.semel.http.HttpEffect;
import dev.semel.http.ProblemKind;
import dev.semel.http.ProblemSettings;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class ErrorFormatIT {
  private final PostgresDatabase database;

  ErrorFormatIT(PostgresDatabase database) {
    this.database = database;
  }

  private Shop shop(ErrorFormat format) {
    ProblemSettings settings =
        ProblemSettings.standard().status(ProblemKind.MISMATCH, 400).format(format);
    return Shop.on(database)
        .settings(filter -> filter.problems(settings))
        .handler(
            (request, response) -> {
              if (request.getHeader("Refused") != null) {
                HttpEffect.of(request).reject("CARD_DECLINED", "No funds.");
              }
            })
        .open(Container.TOMCAT);
  }

  @Test
  void errorsAreWrittenInFormatOfApplication() {
    ErrorFormat format =
        error ->
            ErrorBody.json(
                "{\"error\":{\"code\":\"%s\",\"status\":%d,\"again\":%s,\"title\":\"%s\"}}"
                    .formatted(error.code(), error.status(), error.isRetryable(), error.title()));
    try (Shop shop = shop(format)) {
      String key = Shop.newKey();
      shop.order(key, "{}");
      HttpResponse<String> mismatch = shop.order(key, "[]");
      HttpResponse<String> missing = shop.send(shop.to("/orders").POST(BodyPublishers.noBody()));

      assertThat(mismatch.statusCode()).isEqualTo(400);
      assertThat(mismatch.headers().firstValue("Content-Type")).hasValue("application/json");
      assertThat(mismatch.headers().firstValue("Cache-Control")).hasValue("no-store");
      assertThat(mismatch.headers().firstValue("Link")).isPresent();
      assertThat(mismatch.headers().firstValue("Content-Language")).isEmpty();
      assertThat(mismatch.body())
          .isEqualTo(
              "{\"error\":{\"code\":\"mismatch\",\"status\":400,\"again\":false,\"title\":\"%s\"}}"
                  .formatted(ProblemKind.MISMATCH.title()));
      assertThat(missing.body()).contains("\"code\":\"key_missing\"");
    }
  }

  @Test
  void rejectionIsStoredInFormatOfApplication() {
    ErrorFormat format =
        error -> ErrorBody.json("{\"%s\":\"%s\"}".formatted(error.code(), error.detail()));
    try (Shop shop = shop(format)) {
      String key = Shop.newKey();
      HttpResponse<String> first = shop.send(shop.request(key, "{}").header("Refused", "yes"));
      HttpResponse<String> again = shop.send(shop.request(key, "{}").header("Refused", "yes"));

      assertThat(first.statusCode()).isEqualTo(422);
      assertThat(first.body()).isEqualTo("{\"CARD_DECLINED\":\"No funds.\"}");
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.headers().firstValue(Shop.MARKER)).hasValue("true");
    }
  }

  @Test
  void failingFormatIsReplacedByProblemJson() {
    ErrorFormat format =
        error -> {
          throw new IllegalStateException("the template is missing");
        };
    try (Shop shop = shop(format)) {
      HttpResponse<String> missing = shop.send(shop.to("/orders").POST(BodyPublishers.noBody()));

      assertThat(missing.statusCode()).isEqualTo(400);
      assertThat(missing.headers().firstValue("Content-Type")).hasValue("application/problem+json");
      assertThat(missing.body()).contains("\"code\":\"key_missing\"");
    }
  }
}
