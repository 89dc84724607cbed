package dev.semel.demo.cases;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All there is about a case.
 *
 * @param allowed which moves its state allows
 */
public record CaseFile(
    @JsonUnwrapped CaseSummary summary,
    String description,
    List<String> allowed,
    List<Timer> timers,
    List<Piece> evidence,
    List<Note> notes,
    List<Fee> fees,
    List<Notice> notices) {

  /**
   * An SLA timer.
   *
   * @param stoppedAt null while it runs
   */
  public record Timer(
      String type,
      OffsetDateTime startedAt,
      OffsetDateTime dueAt,
      @Nullable OffsetDateTime stoppedAt) {}

  /** A piece of evidence. */
  public record Piece(String name, String sha256, String note, OffsetDateTime submittedAt) {}

  /** A note. */
  public record Note(String author, String text, OffsetDateTime addedAt) {}

  /** A fee in the ledger. */
  public record Fee(
      String sourceOperation, long amountCents, String currency, OffsetDateTime postedAt) {}

  /**
   * A notice that was asked for.
   *
   * @param sentAt when the post sent it; null if it has not yet
   */
  public record Notice(
      String recipient,
      String template,
      String event,
      OffsetDateTime requestedAt,
      @Nullable OffsetDateTime sentAt) {}
}
