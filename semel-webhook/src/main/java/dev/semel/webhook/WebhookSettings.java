package dev.semel.webhook;

import dev.semel.RetryPolicy;
import dev.semel.relay.RelaySettings;
import java.time.Duration;

/**
 * How webhooks are sent, the same for each endpoint. Immutable; each method returns a changed copy.
 *
 * @param schedule attempts at one event
 * @param maxRetryAfter an endpoint that asks for a longer pause gets this one; up to a day
 * @param maxConcurrent how many requests an endpoint gets at once, of different aggregates, from
 *     one node; 1 to 100
 * @param maxBodyBytes an event whose body is larger is a dead letter at once; up to 64 MiB
 * @param keptReplyCharacters how much of an answer that is not 2xx is kept as the reason, 0 to 500
 * @param lookInterval how often a node looks whether endpoints were switched off or on elsewhere
 * @param relay of each endpoint; its retries and its delivery timeout are set by the schedule and
 *     the client
 */
public record WebhookSettings(
    RetrySchedule schedule,
    Duration maxRetryAfter,
    int maxConcurrent,
    int maxBodyBytes,
    int keptReplyCharacters,
    Duration lookInterval,
    RelaySettings relay) {
  private static final int MAX_MAX_BODY_BYTES = 64 * 1024 * 1024;

  /** The number of attempts ends an event, not its age. */
  private static final Duration NO_BUDGET = Duration.ofDays(10_000);

  private static final Duration NO_BACKOFF = Duration.ofMillis(1);
  private static final Duration MARGIN = Duration.ofMinutes(1);

  public WebhookSettings {
    Checks.between("max retry after", maxRetryAfter, Duration.ofSeconds(1), Duration.ofDays(1));
    Checks.between("max concurrent", maxConcurrent, 1, 100);
    Checks.between("max body bytes", maxBodyBytes, 1, MAX_MAX_BODY_BYTES);
    Checks.between("kept reply characters", keptReplyCharacters, 0, 500);
    Checks.between("look interval", lookInterval, Duration.ofMillis(10), Duration.ofHours(1));
  }

  /**
   * The standard's schedule, pauses of up to an hour, four requests at once, bodies of up to 256
   * KiB, 200 characters of a reason, a look every five seconds. A new endpoint begins with what is
   * committed from then on.
   */
  public static WebhookSettings standard() {
    return new WebhookSettings(
        RetrySchedule.standard(),
        Duration.ofHours(1),
        4,
        256 * 1024,
        200,
        Duration.ofSeconds(5),
        RelaySettings.standard()
            .shards(4)
            .start(RelaySettings.Start.NOW)
            .memory(new RelaySettings.Memory(200, 400, 100, 10_000))
            .polling(new RelaySettings.Polling(Duration.ofMillis(10), Duration.ofSeconds(1))));
  }

  public WebhookSettings schedule(RetrySchedule newSchedule) {
    return new WebhookSettings(
        newSchedule,
        maxRetryAfter,
        maxConcurrent,
        maxBodyBytes,
        keptReplyCharacters,
        lookInterval,
        relay);
  }

  public WebhookSettings maxRetryAfter(Duration pause) {
    return new WebhookSettings(
        schedule, pause, maxConcurrent, maxBodyBytes, keptReplyCharacters, lookInterval, relay);
  }

  public WebhookSettings maxConcurrent(int requests) {
    return new WebhookSettings(
        schedule, maxRetryAfter, requests, maxBodyBytes, keptReplyCharacters, lookInterval, relay);
  }

  public WebhookSettings maxBodyBytes(int bytes) {
    return new WebhookSettings(
        schedule, maxRetryAfter, maxConcurrent, bytes, keptReplyCharacters, lookInterval, relay);
  }

  public WebhookSettings keptReplyCharacters(int characters) {
    return new WebhookSettings(
        schedule, maxRetryAfter, maxConcurrent, maxBodyBytes, characters, lookInterval, relay);
  }

  public WebhookSettings lookInterval(Duration interval) {
    return new WebhookSettings(
        schedule, maxRetryAfter, maxConcurrent, maxBodyBytes, keptReplyCharacters, interval, relay);
  }

  public WebhookSettings relay(RelaySettings settings) {
    return new WebhookSettings(
        schedule,
        maxRetryAfter,
        maxConcurrent,
        maxBodyBytes,
        keptReplyCharacters,
        lookInterval,
        settings);
  }

  /**
   * How many deliveries may wait in a sink for their turn: what was read, and some that are due.
   */
  int maxQueued() {
    return relay.memory().maxEvents() + 2 * relay.memory().maxEventsPerBatch();
  }

  /** The waits are the sink's; the last of a full queue has its turn before the relay gives up. */
  RelaySettings relaySettings(Duration requestTimeout) {
    long turns = maxQueued() / maxConcurrent + 2L;
    return relay
        .retries(new RetryPolicy(schedule.maxAttempts(), NO_BUDGET, NO_BACKOFF, NO_BACKOFF))
        .deliveryTimeout(requestTimeout.multipliedBy(turns).plus(MARGIN));
  }
}
