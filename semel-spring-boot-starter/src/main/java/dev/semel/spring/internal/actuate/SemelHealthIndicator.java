package dev.semel.spring.internal.actuate;

import dev.semel.Semel;
import dev.semel.spi.Records.Backlog;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Whether the store can be asked, and whether work waits in it for longer than it may. Its one
 * question is answered from indexes of unfinished work.
 */
public final class SemelHealthIndicator extends AbstractHealthIndicator {
  private final Semel semel;
  private final @Nullable Duration maxStaleAge;
  private final @Nullable Duration maxUnknownAge;

  /**
   * @param maxStaleAge null means any age
   * @param maxUnknownAge null means any age
   */
  public SemelHealthIndicator(
      Semel semel, @Nullable Duration maxStaleAge, @Nullable Duration maxUnknownAge) {
    super("Semel's store could not be asked");
    this.semel = semel;
    this.maxStaleAge = maxStaleAge;
    this.maxUnknownAge = maxUnknownAge;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    Backlog backlog = semel.records().backlog();
    builder.up();
    tell(builder, "oldestRunning", backlog.oldestRunning());
    tell(builder, "oldestStale", backlog.oldestStale());
    tell(builder, "oldestUnknown", backlog.oldestUnknown());
    tell(builder, "oldestExpired", backlog.oldestExpired());
    if (isOver(backlog.oldestStale(), maxStaleAge)) {
      builder.down().withDetail("problem", "leases have run out and nobody took the work over");
    }
    if (isOver(backlog.oldestUnknown(), maxUnknownAge)) {
      builder.down().withDetail("problem", "work with an unknown outcome waits for an operator");
    }
  }

  private static void tell(Health.Builder builder, String name, @Nullable Duration age) {
    if (age != null) {
      builder.withDetail(name, age.toString());
    }
  }

  private static boolean isOver(@Nullable Duration age, @Nullable Duration limit) {
    return age != null && limit != null && age.compareTo(limit) > 0;
  }
}
