package dev.semel.bench.beside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.bench.contender.Kind;
import dev.semel.bench.measure.Progress;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What becomes of Semel in every plight, in at least one of its uses, and that others are measured
 * beside it. What becomes of those is theirs to mend, so nothing is said of it here.
 */
@Tag("thorough")
class PeersRunIT {
  /** Each plight once with Semel and once with somebody who is quickly done. */
  static final Map<Kind, Set<Plight>> CHOSEN =
      Map.of(
          Kind.SEMEL_JOINED,
          Set.of(Plight.CRASH, Plight.DUPLICATE, Plight.REPEATED, Plight.PAYLOAD),
          Kind.SEMEL_LEASE,
          Set.of(Plight.STALLED),
          Kind.SEMEL_OUTBOX,
          Set.of(Plight.OPEN),
          Kind.SEMEL_OUTBOX_INBOX,
          Set.of(Plight.DELIVERY),
          Kind.SEMEL_COMMAND,
          Set.of(Plight.MIDDLE),
          Kind.EVENTUATE,
          Set.of(Plight.CRASH, Plight.DUPLICATE, Plight.PAYLOAD, Plight.MIDDLE),
          Kind.TRANSACTION_OUTBOX_CATCHING,
          Set.of(Plight.REPEATED, Plight.OPEN),
          Kind.DB_SCHEDULER,
          Set.of(Plight.STALLED, Plight.DELIVERY));

  @Test
  void semelHasOneEffectWhateverGoesWrongAndOthersAreMeasuredBesideIt() {
    List<Entry> entries = Entry.all().stream().filter(e -> CHOSEN.containsKey(e.kind())).toList();
    List<Entry> chosen = entries.stream().map(this::chosen).toList();
    try (OwnPostgresServer server = PostgresServer.start(PostgresSettings.durable())) {
      List<Cell> cells = new PeersRun(server, silent(), chosen, Timing.brief()).cells();

      SoftAssertions.assertSoftly(
          softly -> {
            cells.stream()
                .filter(cell -> cell.entry().library() == Library.SEMEL)
                .forEach(cell -> assertSemel(softly, cell));
            softly.assertThat(cells).noneMatch(Cell::isFailure);
            for (Plight plight : Plight.values()) {
              softly
                  .assertThat(cells.stream().filter(cell -> cell.plight() == plight))
                  .as(plight.title())
                  .hasSize(2);
            }
          });
      assertThat(new PeersPage(entries, cells).text())
          .contains("### At a glance", "### Used as", "### Not tried", "### Not run here")
          .contains(Stream.of(Plight.values()).map(Plight::title).toList());
    }
  }

  private static void assertSemel(SoftAssertions softly, Cell cell) {
    softly.assertThat(cell.effects()).as(cell.toString()).isEqualTo(cell.wantedEffects());
    softly.assertThat(cell.lost()).as(cell.toString()).isZero();
    softly.assertThat(cell.told().toString()).as(cell.toString()).matches(answers(cell.plight()));
  }

  /** A duplicate on a machine that stands still for a while may ask when the first is done. */
  private static String answers(Plight plight) {
    return switch (plight) {
      case CRASH -> "\\[nothing, Replayed: paid 5 by A]";
      case DUPLICATE -> "\\[Executed: paid 5 by A, (InProgress, )?Replayed: paid 5 by A]";
      case REPEATED -> "\\[Executed: paid 5 by A, Replayed: paid 5 by A]";
      case PAYLOAD -> "\\[Executed: paid 5 by A, Replayed: paid 5 by A, Mismatch]";
      case STALLED -> "\\[LeaseLostException, Executed: paid 5 by B]";
      case MIDDLE -> "\\[nothing, Executed: paid 5 by B]";
      case DELIVERY -> "\\[nothing]";
      case OPEN -> "\\[1 event written, 1 event written]";
    };
  }

  private Entry chosen(Entry entry) {
    return new Entry(
        entry.library(),
        entry.kind(),
        entry.style(),
        entry.use(),
        CHOSEN.getOrDefault(entry.kind(), Set.of()));
  }

  private static Progress silent() {
    return new Progress(
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
  }
}
