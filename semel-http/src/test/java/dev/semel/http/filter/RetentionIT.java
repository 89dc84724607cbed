package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.PurgeSettings;
import dev.semel.Semel;
import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class RetentionIT {
  private static final Duration DAY = Duration.ofDays(1);

  private final PostgresDatabase database;

  RetentionIT(PostgresDatabase database) {
    this.database = database;
  }

  @ContainerTest
  void aKeyAnswersUntilItsRetentionEndsAndIsNewAfterwards(Container container) {
    SettableClock clock = SettableClock.create();
    Shop.Plan plan =
        Shop.on(database)
            .store(store -> store.clock(clock))
            .route(Route.post("/orders").retainedFor(DAY));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      HttpResponse<String> first = shop.order(key);

      clock.advance(DAY.minusSeconds(1));
      HttpResponse<String> late = shop.order(key);
      clock.advance(Duration.ofSeconds(2));
      HttpResponse<String> anew = shop.order(key, "{\"item\":\"another\"}");

      assertThat(late.body()).isEqualTo(first.body());
      assertThat(late.headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(anew.statusCode()).isEqualTo(201);
      assertThat(anew.headers().firstValue(Shop.MARKER)).isEmpty();
      assertThat(anew.body()).isNotEqualTo(first.body());
      assertThat(shop.orders(key)).isEqualTo(2);
    }
  }

  @ContainerTest
  void purgingBesideRetriesNeverDisturbsThem(Container container) {
    SettableClock clock = SettableClock.create();
    Shop.Plan plan =
        Shop.on(database)
            .store(store -> store.clock(clock))
            .route(Route.post("/orders").retainedFor(DAY));
    Semel purger =
        Semel.on(PostgresStore.builder(database.dataSource()).clock(clock).migrate().build());
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      for (int day = 0; day < 10; day++) {
        assertThat(shop.order(key).statusCode()).isEqualTo(201);
        assertThat(shop.order(key).headers().firstValue(Shop.MARKER)).hasValue("true");
        clock.advance(DAY.plusSeconds(1));
        long unused = purger.purge(new PurgeSettings(10, 10));
      }
      assertThat(shop.orders(key)).isEqualTo(10);
    }
  }
}
