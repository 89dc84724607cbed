package dev.semel.postgres.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.ReadPage;
import dev.semel.relay.spi.RelayStore;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.OpenWriter;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A transaction has written its event and is open at one look. How the snapshot shows it depends on
 * what has ended since it began; it must be found at the next look in either case.
 */
class OpenAtTheMarkIT {
  private static final Set<Integer> ALL = Set.of(0);

  private static PostgresRelayFixture fixture;

  @BeforeAll
  static void create() {
    fixture = PostgresRelayFixture.create("open_at_the_mark");
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @BeforeEach
  void startEmpty() {
    fixture.reset();
  }

  private static Cursor start(RelayStore store) {
    store.setUp("looks", 1, RelaySettings.Start.OLDEST);
    return store.acquire("looks", "node", Duration.ofMinutes(1), 1).get(0).cursor();
  }

  private static void publish(OpenWriter writer, String aggregate) {
    writer.publish("acme", Event.of("case", aggregate, "opened", null));
  }

  private static List<String> aggregates(ReadPage page) {
    return page.events().stream().map(stored -> stored.event().aggregateId()).toList();
  }

  /** Nothing that began later has ended: the snapshot does not mention it. */
  @Test
  void theNewestTransactionIsFoundWhenItHasEnded() {
    RelayStore store = fixture.store("a");
    Cursor cursor = start(store);
    try (OutboxSession session = store.open();
        OpenWriter newest = fixture.begin()) {
      publish(newest, "newest");
      Mark first = session.mark(null);
      ReadPage before = session.read(cursor, first, ALL, 1, 10);
      newest.commit();
      Mark second = session.mark(first);
      ReadPage after = session.read(before.after(), second, ALL, 1, 10);
      assertThat(aggregates(before)).isEmpty();
      assertThat(aggregates(after)).containsExactly("newest");
      ReadPage later = session.read(after.after(), session.mark(second), ALL, 1, 10);
      assertThat(aggregates(later)).isEmpty();
    }
  }

  /** Another that began later has ended: the snapshot lists it as open. */
  @Test
  void anOlderTransactionIsFoundWhenItHasEnded() {
    RelayStore store = fixture.store("a");
    Cursor cursor = start(store);
    try (OutboxSession session = store.open();
        OpenWriter older = fixture.begin();
        OpenWriter newer = fixture.begin()) {
      publish(older, "older");
      publish(newer, "newer");
      newer.commit();
      Mark first = session.mark(null);
      ReadPage before = session.read(cursor, first, ALL, 1, 10);
      older.commit();
      ReadPage after = session.read(before.after(), session.mark(first), ALL, 1, 10);
      assertThat(aggregates(before)).containsExactly("newer");
      assertThat(aggregates(after)).containsExactly("older");
    }
  }

  @Test
  void aPageAtATimeNothingIsReadTwiceOrLeftOut() {
    RelayStore store = fixture.store("a");
    Cursor cursor = start(store);
    try (OutboxSession session = store.open();
        OpenWriter older = fixture.begin();
        OpenWriter newer = fixture.begin()) {
      publish(older, "1");
      publish(newer, "2");
      publish(older, "3");
      newer.commit();
      Mark first = session.mark(null);
      ReadPage page = session.read(cursor, first, ALL, 1, 1);
      older.commit();
      try (OpenWriter third = fixture.begin()) {
        publish(third, "4");
        third.commit();
      }
      Mark second = session.mark(first);
      StringBuilder read = new StringBuilder(String.join("", aggregates(page)));
      while (page.full()) {
        page = session.read(page.after(), second, ALL, 1, 1);
        read.append(String.join("", aggregates(page)));
      }
      assertThat(read).hasToString("2134");
    }
  }

  /** The server may be busy with other databases, so it is looked at until it was not. */
  @Test
  void whereNothingHasEndedTheMomentIsTheSame() {
    try (OutboxSession session = fixture.store("a").open()) {
      Eventually.holds(
          "a moment lasts",
          () -> {
            Mark first = session.mark(null);
            return session.mark(first).equals(first);
          });
    }
  }
}
