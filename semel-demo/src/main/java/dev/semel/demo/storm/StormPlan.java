package dev.semel.demo.storm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * In which order the calls are made. Each intent is sent twice at about the same time, like a
 * button that was pressed twice, and its further copies some time later, like the retries of
 * somebody who did not hear. Immutable.
 */
record StormPlan(List<StormIntent> calls) {
  private static final int LATEST_COPY = 50;

  static StormPlan of(List<StormIntent> intents, int duplicates, Random random) {
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < intents.size(); i++) {
      for (int copy = 0; copy <= duplicates; copy++) {
        double delay = copy <= 1 ? copy / 2.0 : random.nextDouble() * LATEST_COPY;
        calls.add(new Call(i + delay, intents.get(i)));
      }
    }
    calls.sort(Comparator.comparingDouble(Call::place));
    return new StormPlan(calls.stream().map(Call::intent).toList());
  }

  private record Call(double place, StormIntent intent) {}
}
