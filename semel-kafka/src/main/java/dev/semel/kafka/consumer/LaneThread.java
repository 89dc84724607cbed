package dev.semel.kafka.consumer;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the records of one lane, batch after batch, until there will be no more. */
final class LaneThread extends Thread {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel.kafka");
  private static final Verdict AGAIN = new Verdict.Again(Duration.ofSeconds(1), true);

  private final Hand hand;
  private final Lane lane;
  private final Trial trial;
  private final Runnable afterEach;

  LaneThread(String name, Hand hand, Lane lane, Trial trial, Runnable afterEach) {
    super(name);
    this.hand = hand;
    this.lane = lane;
    this.trial = trial;
    this.afterEach = afterEach;
    setDaemon(true);
  }

  @Override
  public void run() {
    List<Entry> batch = hand.take(lane);
    while (batch != null) {
      hand.settle(lane, batch, verdictsOn(batch));
      afterEach.run();
      batch = hand.take(lane);
    }
  }

  private List<Verdict> verdictsOn(List<Entry> batch) {
    try {
      return trial.run(batch);
    } catch (Throwable failure) { // a lane that ends would stop its keys for ever
      // Without its words, which may be personal.
      String name = failure.getClass().getName();
      LOG.error("{}: a trial broke off by {}; its records are tried again", getName(), name);
      return batch.stream().map(entry -> AGAIN).toList();
    } finally {
      // What a handler left behind must not meet the next one's database.
      boolean unused = Thread.interrupted();
    }
  }
}
