package dev.semel.postgres.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.postgres.PostgresSchema;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.spi.EndpointState;
import dev.semel.testing.contract.Callers;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
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
  void thereIsALimitToWhatIsListed() {
    assertThatThrownBy(() -> endpoints.history(name, 0)).hasMessageContaining("give 1 to 10000");
  }
}
