package dev.semel.torture.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final List<String> heard = new ArrayList<>();

  /** A bank that is never done, and may or may not move. */
  private static final class Busy implements Rest.Work {
    private final boolean moves;
    private int looks;

    Busy(boolean moves) {
      this.moves = moves;
    }

    @Override
    public List<String> unfinished() {
      return List.of("2 of 3 notices are written");
    }

    @Override
    public String progress() {
      return moves ? Integer.toString(looks++) : "";
    }
  }

  private List<String> await(Duration maxStandstill, Duration maxTotal, Rest.Work work)
      throws SQLException, InterruptedException {
    return new Rest(maxStandstill, maxTotal).await(work, heard::addAll);
  }

  @Test
  void oneThatNeverStopsWorkingIsTold() throws SQLException, InterruptedException {
    assertThat(await(LONG, Duration.ZERO, new Busy(true)))
        .containsExactly(
            "there was work for 0 seconds after all was healed: 2 of 3 notices are written");
    assertThat(heard).containsExactly("2 of 3 notices are written");
  }

  @Test
  void oneThatStandsStillIsLeftForWhoeverLooksNext() throws SQLException, InterruptedException {
    assertThat(await(Duration.ZERO, LONG, new Busy(false))).isEmpty();
  }

  @Test
  void whoeverIsInterruptedDoesNotWait() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> await(LONG, LONG, new Busy(false)))
        .isInstanceOf(InterruptedException.class);
  }
}
