package dev.semel.spring.internal.actuate;

import dev.semel.relay.Relay;
import dev.semel.relay.RelayStatus;
import dev.semel.spring.relay.SemelRelays;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Whether the outbox can be asked, and whether events wait in it for longer than they may. */
public final class RelayHealthIndicator extends AbstractHealthIndicator {
  private final SemelRelays relays;
  private final @Nullable Duration maxEventAge;
  private final @Nullable Long maxDeadLetters;

  /**
   * @param maxEventAge null means any age
   * @param maxDeadLetters null means any number
   */
  public RelayHealthIndicator(
      SemelRelays relays, @Nullable Duration maxEventAge, @Nullable Long maxDeadLetters) {
    super("Semel's outbox could not be asked");
    this.relays = relays;
    this.maxEventAge = maxEventAge;
    this.maxDeadLetters = maxDeadLetters;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    builder.up();
    relays.all().forEach((name, relay) -> check(builder, name, relay));
    if (!relays.isRunning()) {
      builder.down().withDetail("problem", "the relays of this node do not run");
    }
  }

  private void check(Health.Builder builder, String name, Relay relay) {
    RelayStatus status = relay.status();
    builder.withDetail(name, details(status));
    if (status.otherCluster() != null) {
      builder
          .down()
          .withDetail(
              "problem",
              "the outbox of %s comes from another database cluster: %s"
                  .formatted(name, status.otherCluster()));
    }
    Duration oldest = status.oldestWaiting();
    if (oldest != null && maxEventAge != null && oldest.compareTo(maxEventAge) > 0) {
      builder.down().withDetail("problem", "events wait for too long in front of " + name);
    }
    if (maxDeadLetters != null && status.deadLetters() > maxDeadLetters) {
      builder
          .down()
          .withDetail("problem", "dead letters of %s wait for an operator".formatted(name));
    }
  }

  private static Map<String, Object> details(RelayStatus status) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("waitingEvents", status.waitingEvents());
    if (status.oldestWaiting() != null) {
      details.put("oldestWaiting", status.oldestWaiting().toString());
    }
    details.put("heldEvents", status.heldEvents());
    details.put("deadLetters", status.deadLetters());
    return details;
  }
}
