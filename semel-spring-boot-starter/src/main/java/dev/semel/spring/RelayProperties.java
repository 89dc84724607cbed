package dev.semel.spring;

import dev.semel.RetryPolicy;
import dev.semel.relay.AfterDeadLetter;
import dev.semel.relay.OutboxRetention;
import dev.semel.relay.RelaySettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How relays publish events, read from {@code semel.relay.*}. Immutable; nonsense is refused at
 * start.
 *
 * @param enabled Whether this node publishes. With false its events wait for a node that does.
 * @param node How this node is called; no two may have the same name. That of semel.node, or else a
 *     name of its own, unless set.
 * @param shards Into how many parts the aggregates are divided, 1 to 1024: the most nodes that can
 *     share the work. Cannot be changed once a relay has run.
 * @param start What a relay that is new publishes first: the oldest event there is, or what is
 *     committed from now on.
 * @param lease How long a node that died keeps its share of the work.
 * @param attempts After so many an event is a dead letter.
 * @param deliveryTimeout What a sink has not settled by then has failed.
 * @param afterDeadLetter What becomes of the events behind a dead letter in its aggregate: they
 *     wait, or go on without it.
 * @param polling how often the outbox is looked at
 * @param drain How long stopping waits for what is under way.
 * @param retention How long published events stay, from when they were recorded. For ever unless
 *     set.
 * @param purgeInterval How often events whose retention is over are removed.
 */
public record RelayProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String node,
    @DefaultValue("16") int shards,
    @DefaultValue("oldest") RelaySettings.Start start,
    @DefaultValue("15s") Duration lease,
    @DefaultValue("10") int attempts,
    @DefaultValue("60s") Duration deliveryTimeout,
    @DefaultValue("wait") AfterDeadLetter afterDeadLetter,
    @DefaultValue Polling polling,
    @DefaultValue("20s") Duration drain,
    @Nullable Duration retention,
    @DefaultValue("10m") Duration purgeInterval) {

  public RelayProperties {
    SemelProperties.refuseBlank("semel.relay.node", node);
    if (drain.isNegative()) {
      throw new IllegalArgumentException(
          "semel.relay.drain is %s; give zero or more".formatted(drain));
    }
    if (purgeInterval.isNegative() || purgeInterval.isZero()) {
      throw new IllegalArgumentException(
          "semel.relay.purge-interval is %s; give more than zero".formatted(purgeInterval));
    }
    if (retention != null) {
      var unused = OutboxRetention.of(retention);
    }
  }

  /**
   * How often the outbox is looked at when nothing wakes the relay.
   *
   * @param first The pause after an event; it doubles while there are none.
   * @param last The longest pause.
   */
  public record Polling(
      @DefaultValue("2ms") Duration first, @DefaultValue("500ms") Duration last) {}

  /** The settings of a relay. */
  RelaySettings settings() {
    RelaySettings standard = RelaySettings.standard();
    RetryPolicy retries = standard.retries();
    return standard
        .shards(shards)
        .start(start)
        .lease(lease)
        .retries(
            new RetryPolicy(
                attempts, retries.budget(), retries.firstBackoff(), retries.maxBackoff()))
        .deliveryTimeout(deliveryTimeout)
        .afterDeadLetter(afterDeadLetter)
        .polling(new RelaySettings.Polling(polling.first(), polling.last()));
  }
}
