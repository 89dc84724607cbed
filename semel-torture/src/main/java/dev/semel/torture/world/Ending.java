package dev.semel.torture.world;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The end of a run: the bank comes to rest, clients ask a last time, and it comes to rest again.
 * From the first rest on nobody ends transactions that are left open, so that they are seen.
 *
 * @param maxIdle from when on a transaction is seen to be left open
 */
public record Ending(BankDatabase database, Rest rest, Duration maxIdle) {

  /** What clients do when all is quiet. */
  public interface LastRound {
    void ask() throws InterruptedException;
  }

  /**
   * Carries it out.
   *
   * @return what has to be told: something, in words, if there was work all the while
   */
  public List<String> carryOut(Rest.Work work, Rest.Listener listener, LastRound round)
      throws SQLException, InterruptedException {
    List<String> restless = new ArrayList<>(rest.await(work, listener));
    database.endIdleTransactionsAfter(Duration.ZERO);
    round.ask();
    // What the round has left open just now is not old enough to be told from work.
    TimeUnit.MILLISECONDS.sleep(maxIdle.plusSeconds(1).toMillis());
    restless.addAll(rest.await(work, listener));
    return restless;
  }
}
