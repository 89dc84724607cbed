package dev.semel.spring.internal.actuate;

import dev.semel.IntentId;
import dev.semel.Scope;
import dev.semel.Semel;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.Records;
import dev.semel.spi.Records.Backlog;
import dev.semel.spi.Records.StateCount;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.convert.DurationStyle;

/**
 * Lists what there is, and explains one intent. Reads only; every list is bounded. Shows neither
 * keys nor content.
 */
@Endpoint(id = "semel")
public final class SemelEndpoint {
  static final String EXPLAIN = "explain";
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 100;
  private static final Duration DEFAULT_SETTLED_WITHIN = Duration.ofHours(1);

  private final Semel semel;

  public SemelEndpoint(Semel semel) {
    this.semel = semel;
  }

  /**
   * What there is.
   *
   * @param counts by operation and state: all that is open, and what was settled lately
   * @param stale the oldest whose lease ran out
   * @param unknown the oldest that wait for somebody to find out
   * @param mostAttempted those that took the most attempts
   */
  public record Overview(
      List<StateCount> counts,
      Backlog backlog,
      List<RecordView> stale,
      List<RecordView> unknown,
      List<RecordView> mostAttempted) {}

  /**
   * Lists.
   *
   * @param settledWithin how far back settled records are counted; one hour unless told
   * @param limit how many of each list; {@value #DEFAULT_LIMIT} unless told
   */
  @ReadOperation
  public Overview list(@Nullable String settledWithin, @Nullable Integer limit) {
    Records records = semel.records();
    int rows = checked(limit == null ? DEFAULT_LIMIT : limit);
    return new Overview(
        records.counts(within(settledWithin)),
        records.backlog(),
        views(records.staleLeases(rows)),
        views(records.unknown(rows)),
        views(records.mostAttempted(rows)));
  }

  /**
   * Explains one intent; null if there is no record of it, or the last part of the path is none.
   */
  @ReadOperation
  public @Nullable RecordView explain(
      @Selector String action,
      String tenant,
      String operation,
      String key,
      @Nullable String principal) {
    if (!EXPLAIN.equals(action)) {
      return null;
    }
    IntentRecord record = semel.records().find(intent(tenant, operation, principal, key));
    return record == null ? null : RecordView.of(record);
  }

  private static IntentId intent(
      String tenant, String operation, @Nullable String principal, String key) {
    try {
      return new IntentId(new Scope(tenant, operation, principal), key);
    } catch (IllegalArgumentException e) {
      throw new InvalidEndpointRequestException(
          String.valueOf(e.getMessage()), "tenant, operation, principal or key is none");
    }
  }

  private static List<RecordView> views(List<IntentRecord> records) {
    return records.stream().map(RecordView::of).toList();
  }

  private static int checked(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new InvalidEndpointRequestException(
          "limit is %d; give 1 to %d".formatted(limit, MAX_LIMIT), "limit is out of range");
    }
    return limit;
  }

  private static Duration within(@Nullable String text) {
    try {
      return text == null ? DEFAULT_SETTLED_WITHIN : DurationStyle.detectAndParse(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidEndpointRequestException(
          "settledWithin is no duration; write it like 30m, 12h or PT12H",
          "settledWithin is no duration");
    }
  }
}
