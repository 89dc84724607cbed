package dev.semel.bench.measure;

import java.time.Duration;
import java.util.function.Function;

/**
 * One variant, wherever it runs.
 *
 * @param variant its name
 * @param work works for so long and tells what it did
 */
public record Turn(String variant, Function<Duration, Round> work) {
  Round take(Duration duration) {
    return work.apply(duration);
  }
}
