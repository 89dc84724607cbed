package dev.semel.demo.storm;

import dev.semel.demo.storm.Counters.Counts;
import dev.semel.demo.storm.Series.Fault;
import dev.semel.demo.storm.Series.Point;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A storm as it is now.
 *
 * @param verdict null before its end
 * @param error null unless it failed
 */
record StormView(
    UUID stormId,
    StormState state,
    long elapsedMillis,
    StormSettings settings,
    Counts counts,
    List<Point> series,
    List<Fault> faults,
    @Nullable Verdict verdict,
    @Nullable String error) {}
