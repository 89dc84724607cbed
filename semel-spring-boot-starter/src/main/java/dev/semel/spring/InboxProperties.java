package dev.semel.spring;

import dev.semel.inbox.MarkerRetention;
import dev.semel.inbox.WorkSettings;
import dev.semel.spring.listener.IdempotentListener;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What holds for {@link IdempotentListener} methods that say nothing of their own, read from {@code
 * semel.inbox.*}. Immutable; nonsense is refused at start.
 *
 * @param redeliveryWindow How long after its first delivery a message may come again: as long as a
 *     topic is kept.
 * @param retention How long markers are kept; longer than messages may come again.
 * @param attempts After so many failed attempts a message is a dead letter.
 * @param firstBackoff The wait before the second attempt; it doubles with each further one.
 * @param maxBackoff The longest wait between two attempts. A container of Spring Kafka waits no
 *     longer than 10s, so as not to drop out of its group.
 * @param workers How many threads work off what was kept for each listener: parked, or redriven.
 *     With 0 this node does not.
 * @param pollInterval How often an idle worker looks for kept messages.
 */
public record InboxProperties(
    @DefaultValue("7d") Duration redeliveryWindow,
    @DefaultValue("14d") Duration retention,
    @DefaultValue("10") int attempts,
    @DefaultValue("1s") Duration firstBackoff,
    @DefaultValue("10m") Duration maxBackoff,
    @DefaultValue("1") int workers,
    @DefaultValue("1s") Duration pollInterval) {
  private static final int MAX_WORKERS = 256;

  public InboxProperties {
    if (workers < 0 || workers > MAX_WORKERS) {
      throw new IllegalArgumentException(
          "semel.inbox.workers is %d; give 0 to %d".formatted(workers, MAX_WORKERS));
    }
    // They know their limits; what is wrong is said at start, with the name of the property.
    var unusedRetention = new MarkerRetention(redeliveryWindow, retention);
    var unusedWork = WorkSettings.standard().attempts(attempts).backoff(firstBackoff, maxBackoff);
  }

  MarkerRetention markerRetention() {
    return new MarkerRetention(redeliveryWindow, retention);
  }

  WorkSettings work() {
    return WorkSettings.standard().attempts(attempts).backoff(firstBackoff, maxBackoff);
  }
}
