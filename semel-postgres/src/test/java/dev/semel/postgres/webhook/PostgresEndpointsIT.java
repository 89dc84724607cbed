package dev.semel.postgres.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.postgres.PostgresSchema;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.spi.EndpointFailure;
import dev.semel.relay.spi.EndpointState;
import dev.semel.testing.contract.Callers;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class PostgresEndpointsIT {
  private static final DeadLetters.Decision GONE = new DeadLetters.Decision("billing", "HTTP 410");
  private static final DeadLetters.Decision MENDED = new DeadLetters.Decision("ada", "it is back");

  private final PostgresEndpoints endpoints;
  private final String name = "endpoint-" + UUID.randomUUID();

  PostgresEndpointsIT(PostgresDatabase database) {
    PostgresSchema.named(database.dataSource(), PostgresSchema.DEFAULT_NAME).migrate();
    this.endpoints = PostgresEndpoints.on(database.dataSource());
  }

  @Test
  void anEndpointThatNobodyHasSwitchedIsEnabled() {
    assertThat(endpoints.find(name)).isEqualTo(EndpointState.unchanged(name));
    assertThat(endpoints.history(name, 10)).isEmpty();
  }

  @Test
  void theLastChangeCountsAndAllAreKept() {
    assertThat(endpoints.change(endpoints.find(name), false, GONE)).isTrue();
    EndpointState off = endpoints.find(name);
    assertThat(off.enabled()).isFalse();
    assertThat(off.reason()).isEqualTo("HTTP 410");
    assertThat(endpoints.change(off, true, MENDED)).isTrue();

    EndpointState on = endpoints.find(name);
    assertThat(on.enabled()).isTrue();
    assertThat(on.changedBy()).isEqualTo("ada");
    assertThat(endpoints.all()).contains(on).doesNotContain(off);
    assertThat(endpoints.history(name, 10)).containsExactly(on, off);
  }

  @Test
  void whoeverHasNotSeenTheLastChangeChangesNothing() {
    EndpointState before = endpoints.find(name);
    endpoints.change(before, false, GONE);
    endpoints.change(endpoints.find(name), true, MENDED);

    assertThat(endpoints.change(before, false, GONE)).isFalse();
    assertThat(endpoints.find(name).enabled()).isTrue();
  }

  @Test
  void ofManyAtOnceOneMakesTheChange() {
    EndpointState before = endpoints.find(name);
    List<Boolean> made = Callers.together(8, i -> endpoints.change(before, false, GONE));

    assertThat(made).containsOnlyOnce(true);
    assertThat(endpoints.history(name, 10)).hasSize(1);
  }

  @Test
  void theFirstFailureCountsUntilSomethingIsTaken() {
    Instant noon = Instant.parse("2026-11-16T12:00:00Z");
    EndpointFailure first = new EndpointFailure(name, 0, noon, "HTTP 503");
    endpoints.fails(first);
    endpoints.fails(new EndpointFailure(name, 0, noon.plusSeconds(1), "HTTP 500"));
    assertThat(endpoints.failing()).contains(first).filteredOn(this::isOurs).hasSize(1);

    endpoints.takesAgain(name);
    endpoints.takesAgain(name);
    assertThat(endpoints.failing()).noneMatch(this::isOurs);
    EndpointFailure later = new EndpointFailure(name, 0, noon.plusSeconds(2), "no answer");
    endpoints.fails(later);
    assertThat(endpoints.failing()).contains(later);
  }

  @Test
  void whatFailedBeforeItWasSwitchedDoesNotCount() {
    Instant noon = Instant.parse("2026-11-16T12:00:00Z");
    EndpointFailure switched = new EndpointFailure(name, 2, noon.plusSeconds(1), "HTTP 500");
    endpoints.fails(new EndpointFailure(name, 0, noon, "HTTP 503"));
    endpoints.fails(switched);
    endpoints.fails(new EndpointFailure(name, 0, noon.plusSeconds(2), "HTTP 503"));
    assertThat(endpoints.failing()).filteredOn(this::isOurs).containsExactly(switched);
  }

  private boolean isOurs(EndpointFailure failure) {
    return failure.endpoint().equals(name);
  }

  @Test
  void thereIsALimitToWhatIsListed() {
    assertThatThrownBy(() -> endpoints.history(name, 0)).hasMessageContaining("give 1 to 10000");
  }
}
