package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IntentId;
import dev.semel.Semel;
import dev.semel.http.Caller;
import dev.semel.http.Quota;
import dev.semel.http.Route;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class UsageIT {
  private static final IntentId INTENT = IntentId.of("acme", "order", "key-1");

  private final Semel semel;
  private final AtomicLong nanos = new AtomicLong();

  UsageIT(PostgresDatabase database) {
    this.semel = Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
  }

  private Usage usage(Quota quota) {
    return new Usage(quota, semel.records(), nanos::get);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void newKeysComeBackEvenlyOverAMinute() {
    Usage usage = usage(Quota.unlimited().maxNewPerMinute(6));
    for (int i = 0; i < 6; i++) {
      assertThat(usage.takeNew()).isTrue();
    }
    assertThat(usage.takeNew()).isFalse();
    assertThat(usage.waitFor(INTENT)).isEqualTo(Duration.ofSeconds(10));

    pass(Duration.ofSeconds(5));
    assertThat(usage.takeNew()).isFalse();
    assertThat(usage.waitFor(INTENT)).isEqualTo(Duration.ofSeconds(5));
    pass(Duration.ofSeconds(5));
    assertThat(usage.waitFor(INTENT)).isNull();
    assertThat(usage.takeNew()).isTrue();
    assertThat(usage.takeNew()).isFalse();

    pass(Duration.ofDays(1));
    for (int i = 0; i < 6; i++) {
      assertThat(usage.takeNew()).isTrue();
    }
    assertThat(usage.takeNew()).isFalse();
  }

  @Test
  void recordsThatWereMadeSinceTheLastCountCountToo() {
    Usage usage = usage(Quota.unlimited().maxLiveRecords(2));
    assertThat(usage.waitFor(INTENT)).isNull();
    assertThat(usage.takeNew()).isTrue();
    assertThat(usage.takeNew()).isTrue();

    assertThat(usage.waitFor(INTENT)).isNotNull();
    // Nothing of it was stored in fact, which the next count finds out.
    pass(Duration.ofSeconds(2));
    assertThat(usage.waitFor(INTENT)).isNull();
  }

  @Test
  void slotsAreCountedPerCallerAndOperation() {
    Quotas quotas = new Quotas(Quota.unlimited().maxInFlight(1), semel.records(), nanos::get);
    Route route = Route.post("/orders");
    Usage olga = Objects.requireNonNull(quotas.enter(new Caller("acme", "olga"), route));

    assertThat(quotas.enter(new Caller("acme", "olga"), route)).isNull();
    assertThat(quotas.enter(new Caller("acme", "olga"), Route.post("/returns"))).isNotNull();
    assertThat(quotas.enter(new Caller("acme", "sam"), route)).isNotNull();
    assertThat(quotas.enter(new Caller("globex", "olga"), route)).isNotNull();
    olga.leave();
    assertThat(quotas.enter(new Caller("acme", "olga"), route)).isNotNull();
  }
}
