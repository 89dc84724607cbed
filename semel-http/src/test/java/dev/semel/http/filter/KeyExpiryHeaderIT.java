package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Retention;
import dev.semel.http.Route;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class KeyExpiryHeaderIT {
  private static final String EXPIRES = "Idempotency-Key-Expires";
  private static final Route KEPT_36_HOURS =
      Route.post("/orders").retainedFor(Duration.ofHours(36));

  private final PostgresDatabase database;

  KeyExpiryHeaderIT(PostgresDatabase database) {
    this.database = database;
  }

  @Test
  void everyResponseWithKeySaysHowLongKeyIsKnown() {
    Shop.Plan plan =
        Shop.on(database)
            .route(KEPT_36_HOURS)
            .handler((request, response) -> response.setHeader(EXPIRES, "PT1S"));
    try (Shop shop = plan.open(Container.TOMCAT)) {
      String key = Shop.newKey();
      HttpResponse<String> first = shop.order(key, "{}");
      HttpResponse<String> replay = shop.order(key, "{}");
      HttpResponse<String> mismatch = shop.order(key, "[]");
      HttpResponse<String> missing = shop.send(shop.to("/orders").POST(BodyPublishers.noBody()));

      assertThat(replay.headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(mismatch.statusCode()).isEqualTo(422);
      assertThat(List.of(first, replay, mismatch))
          .allSatisfy(r -> assertThat(r.headers().allValues(EXPIRES)).containsExactly("PT36H"));
      assertThat(missing.headers().firstValue(EXPIRES)).isEmpty();
    }
  }

  @Test
  void keyKnownForEverHasNoExpiry() {
    Route permanent = Route.post("/orders").retained(Retention.permanent());
    try (Shop shop = Shop.on(database).route(permanent).open(Container.TOMCAT)) {
      assertThat(shop.order(Shop.newKey()).headers().firstValue(EXPIRES)).isEmpty();
    }
  }

  @Test
  void headerCanBeRenamedAndOmitted() {
    Shop.Plan plan = Shop.on(database).route(KEPT_36_HOURS);
    try (Shop shop =
        plan.settings(filter -> filter.expiresHeader("Key-Life")).open(Container.TOMCAT)) {
      HttpResponse<String> renamed = shop.order(Shop.newKey());
      assertThat(renamed.headers().firstValue("Key-Life")).hasValue("PT36H");
      assertThat(renamed.headers().firstValue(EXPIRES)).isEmpty();
    }
    try (Shop shop =
        plan.settings(filter -> filter.withoutExpiresHeader()).open(Container.TOMCAT)) {
      HttpResponse<String> omitted = shop.order(Shop.newKey());
      assertThat(omitted.headers().firstValue("Key-Life")).isEmpty();
      assertThat(omitted.headers().firstValue(EXPIRES)).isEmpty();
    }
  }
}
