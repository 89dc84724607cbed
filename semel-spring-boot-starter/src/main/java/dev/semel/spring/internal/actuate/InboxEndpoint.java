package dev.semel.spring.internal.actuate;

import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.InboxRecords;
import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.MessageId;
import dev.semel.inbox.MessageState;
import dev.semel.spring.internal.listener.IdempotentListeners;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * Says what is kept for the listeners of this application, lists dead letters and redrives them.
 * Every list is bounded; content is not shown. Reads only, unless its access is set to
 * unrestricted.
 */
@Endpoint(id = "semelinbox", defaultAccess = Access.READ_ONLY)
public final class InboxEndpoint {
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 1_000;

  private final IdempotentListeners listeners;

  public InboxEndpoint(IdempotentListeners listeners) {
    this.listeners = listeners;
  }

  /**
   * What is kept for a consumer.
   *
   * @param counts how many messages of each state that is not over
   * @param ages how old the oldest of each is
   */
  public record Kept(
      String consumer, Map<MessageState, Long> counts, Map<MessageState, Duration> ages) {}

  /** A dead letter without its content. */
  public record LetterView(
      String source, String id, @Nullable String type, int attempts, @Nullable String reason) {
    static LetterView of(KeptMessage kept) {
      MessageId id = kept.message().id();
      return new LetterView(
          id.source(), id.id(), kept.message().type(), kept.attempts(), kept.reason());
    }
  }

  /** What was redriven. */
  public record Redriven(int messages) {}

  @ReadOperation
  public List<Kept> counts() {
    InboxRecords records = listeners.inbox().records();
    return listeners.all().stream()
        .map(listener -> listener.settings().name())
        .sorted()
        .map(name -> new Kept(name, records.counts(name), records.ages(name)))
        .toList();
  }

  /** The oldest dead letters of a consumer; null if there is no such consumer here. */
  @ReadOperation
  public @Nullable List<LetterView> deadLetters(
      @Selector String consumer, @Nullable Integer limit) {
    ConsumerSettings settings = settings(consumer);
    return settings == null
        ? null
        : listeners.inbox().records().list(consumer, MessageState.DEAD, checked(limit)).stream()
            .map(LetterView::of)
            .toList();
  }

  /** Lets the oldest dead letters of a consumer be tried again; null if there is none such here. */
  @WriteOperation
  public @Nullable Redriven redrive(@Selector String consumer, @Nullable Integer limit) {
    return settings(consumer) == null
        ? null
        : new Redriven(listeners.inbox().records().redriveAll(consumer, checked(limit)));
  }

  private @Nullable ConsumerSettings settings(String consumer) {
    var listener = listeners.named(consumer);
    return listener == null ? null : listener.settings();
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
