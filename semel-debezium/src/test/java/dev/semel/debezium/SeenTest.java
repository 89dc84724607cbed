package dev.semel.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.postgres.relay.OutboxPositions;
import org.junit.jupiter.api.Test;

class SeenTest {
  /** 10 and 12 were open, 11 had ended, 13 had not begun. */
  private final Seen seen = new Seen(OutboxPositions.mark("10:13:10,12 13 100"));

  @Test
  void whatHadBeenCommittedByTheMarkIsNotNew() {
    assertThat(seen.isNew(9, 1)).isFalse();
    assertThat(seen.isNew(11, 1)).isFalse();
    assertThat(seen.isNew(10, 1)).isTrue();
    assertThat(seen.isNew(12, 1)).isTrue();
    assertThat(seen.isNew(13, 1)).isTrue();
  }

  @Test
  void aTransactionIsNewBehindItsLastEvent() {
    seen.note(12, 7);
    assertThat(seen.isNew(12, 7)).isFalse();
    assertThat(seen.isNew(12, 8)).isTrue();
    assertThat(seen.isNew(10, 7)).isTrue();
  }

  @Test
  void aLaterMarkCoversWhatCameBeforeItAndAnEarlierOneChangesNothing() {
    seen.note(12, 7);
    assertThat(seen.note(OutboxPositions.mark("10:20:10 20 200"))).isTrue();
    assertThat(seen.isNew(12, 8)).isFalse();
    assertThat(seen.isNew(10, 7)).isTrue();
    assertThat(seen.note(OutboxPositions.mark("5:6: 6 50"))).isFalse();
    assertThat(seen.isNew(19, 1)).isFalse();
  }
}
