package dev.semel.spring.internal.actuate;

import dev.semel.relay.DeadLetter;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayStatus;
import dev.semel.spring.relay.SemelRelays;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * Says how the relays stand, lists dead letters and redrives them. Every list is bounded; content
 * is not shown. Reads only, unless its access is set to unrestricted.
 */
@Endpoint(id = "semelrelays", defaultAccess = Access.READ_ONLY)
public final class RelayEndpoint {
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 1_000;

  private final SemelRelays relays;

  public RelayEndpoint(SemelRelays relays) {
    this.relays = relays;
  }

  /**
   * How relays stand.
   *
   * @param running whether those of this node do
   */
  public record Overview(boolean running, List<RelayStatus> relays) {}

  /**
   * A dead letter without its content.
   *
   * @param waiting how many events of its aggregate wait behind it
   */
  public record LetterView(
      UUID event,
      String tenant,
      String aggregateType,
      String aggregateId,
      String type,
      int attempts,
      String reason,
      Instant parkedAt,
      long waiting) {
    static LetterView of(DeadLetter letter) {
      return new LetterView(
          letter.event().id(),
          letter.event().tenant(),
          letter.event().aggregateType(),
          letter.event().aggregateId(),
          letter.event().type(),
          letter.attempts(),
          letter.reason(),
          letter.parkedAt(),
          letter.waiting());
    }
  }

  /** What was redriven. */
  public record Redriven(int events) {}

  /** How many shards were taken from the node. */
  public record Freed(int shards) {}

  @ReadOperation
  public Overview status() {
    return new Overview(
        relays.isRunning(), relays.all().values().stream().map(Relay::status).toList());
  }

  /** The oldest dead letters of a relay; null if there is no such relay. */
  @ReadOperation
  public @Nullable List<LetterView> deadLetters(@Selector String relay, @Nullable Integer limit) {
    Relay asked = relays.named(relay);
    return asked == null
        ? null
        : asked.deadLetters().list(DeadLetterFilter.all(), checked(limit)).stream()
            .map(LetterView::of)
            .toList();
  }

  /**
   * Lets dead letters be tried again; null if there is no such relay.
   *
   * @param by who decided
   * @param reason why
   * @param event the one; the oldest unless told
   * @param limit how many of the oldest
   */
  @WriteOperation
  public @Nullable Redriven redrive(
      @Selector String relay,
      String by,
      String reason,
      @Nullable String event,
      @Nullable Integer limit) {
    Relay asked = relays.named(relay);
    if (asked == null) {
      return null;
    }
    try {
      DeadLetters.Decision decision = new DeadLetters.Decision(by, reason);
      return event == null
          ? new Redriven(
              asked.deadLetters().redrive(DeadLetterFilter.all(), checked(limit), decision))
          : new Redriven(asked.deadLetters().redrive(UUID.fromString(event), decision) ? 1 : 0);
    } catch (IllegalArgumentException nonsense) {
      throw new InvalidEndpointRequestException(
          String.valueOf(nonsense.getMessage()), "event, by or reason is none");
    }
  }

  /**
   * Takes the shards from a node that is dead; null if there is no such relay.
   *
   * @param by who decided
   * @param reason why
   */
  @WriteOperation
  public @Nullable Freed freeShards(
      @Selector String relay, @Selector String node, String by, String reason) {
    Relay asked = relays.named(relay);
    if (asked == null) {
      return null;
    }
    try {
      return new Freed(asked.freeShards(node, new DeadLetters.Decision(by, reason)));
    } catch (IllegalArgumentException invalid) {
      throw new InvalidEndpointRequestException(
          String.valueOf(invalid.getMessage()), "node, by or reason is invalid");
    }
  }

  private static int checked(@Nullable Integer limit) {
    int rows = limit == null ? DEFAULT_LIMIT : limit;
    if (rows < 1 || rows > MAX_LIMIT) {
      throw new InvalidEndpointRequestException(
          "limit is %d; give 1 to %d".formatted(rows, MAX_LIMIT), "limit is out of range");
    }
    return rows;
  }
}
