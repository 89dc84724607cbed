package dev.semel.webhook;

import dev.semel.RetryPolicy;
import dev.semel.relay.RelaySettings;
import java.time.Duration;
import java.util.function.Consumer;

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
 * @param giveUpAfter an endpoint that has taken nothing for so long, while attempts failed, is
 *     switched off; by the clock of the nodes, an hour to a year
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
    Duration giveUpAfter,
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
    Checks.between("give up after", giveUpAfter, Duration.ofHours(1), Duration.ofDays(365));
  }

  /**
   * The standard's schedule, pauses of up to an hour, four requests at once, bodies of up to 256
   * KiB, 200 characters of a reason, a look every five seconds, endpoints given up after five days.
   * A new endpoint begins with what is committed from then on.
   */
  public static WebhookSettings standard() {
    return new WebhookSettings(
        RetrySchedule.standard(),
        Duration.ofHours(1),
        4,
        256 * 1024,
        200,
        Duration.ofSeconds(5),
        Duration.ofDays(5),
        RelaySettings.standard()
            .shards(4)
            .start(RelaySettings.Start.NOW)
            .memory(new RelaySettings.Memory(200, 400, 100, 10_000))
            .polling(new RelaySettings.Polling(Duration.ofMillis(10), Duration.ofSeconds(1))));
  }

  public WebhookSettings schedule(RetrySchedule newSchedule) {
    return with(draft -> draft.schedule = newSchedule);
  }

  public WebhookSettings maxRetryAfter(Duration pause) {
    return with(draft -> draft.maxRetryAfter = pause);
  }

  public WebhookSettings maxConcurrent(int requests) {
    return with(draft -> draft.maxConcurrent = requests);
  }

  public WebhookSettings maxBodyBytes(int bytes) {
    return with(draft -> draft.maxBodyBytes = bytes);
  }

  public WebhookSettings keptReplyCharacters(int characters) {
    return with(draft -> draft.keptReplyCharacters = characters);
  }

  public WebhookSettings lookInterval(Duration interval) {
    return with(draft -> draft.lookInterval = interval);
  }

  public WebhookSettings giveUpAfter(Duration time) {
    return with(draft -> draft.giveUpAfter = time);
  }

  public WebhookSettings relay(RelaySettings settings) {
    return with(draft -> draft.relay = settings);
  }

  private WebhookSettings with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
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

  /** The settings while one of them changes. */
  private static final class Draft {
    private RetrySchedule schedule;
    private Duration maxRetryAfter;
    private int maxConcurrent;
    private int maxBodyBytes;
    private int keptReplyCharacters;
    private Duration lookInterval;
    private Duration giveUpAfter;
    private RelaySettings relay;

    private Draft(WebhookSettings from) {
      this.schedule = from.schedule;
      this.maxRetryAfter = from.maxRetryAfter;
      this.maxConcurrent = from.maxConcurrent;
      this.maxBodyBytes = from.maxBodyBytes;
      this.keptReplyCharacters = from.keptReplyCharacters;
      this.lookInterval = from.lookInterval;
      this.giveUpAfter = from.giveUpAfter;
      this.relay = from.relay;
    }

    private WebhookSettings settings() {
      return new WebhookSettings(
          schedule,
          maxRetryAfter,
          maxConcurrent,
          maxBodyBytes,
          keptReplyCharacters,
          lookInterval,
          giveUpAfter,
          relay);
    }
  }
}
