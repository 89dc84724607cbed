package dev.semel.kafka.consumer;

import java.util.List;

/** Applies the records of one lane, batch after batch, until there will be no more. */
final class LaneThread extends Thread {
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
      hand.settle(lane, batch, trial.run(batch));
      afterEach.run();
      batch = hand.take(lane);
    }
  }
}
