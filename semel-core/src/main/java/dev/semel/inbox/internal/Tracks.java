package dev.semel.inbox.internal;

import dev.semel.inbox.Aggregate;
import dev.semel.inbox.Message;
import dev.semel.inbox.VersionGuard;
import dev.semel.inbox.spi.SeenVersion;
import dev.semel.inbox.spi.VersionChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How far the aggregates of a batch have come, while it is applied: what the claim saw, and what
 * the batch has made of it. For one thread.
 */
final class Tracks {
  /** Every type of a version counts as applied: it was rebuilt from its source. */
  static final String ALL_TYPES = "*";

  private final VersionGuard guard;

  /** Ordered, so that all transactions lock aggregates in the same order. */
  private final Map<Aggregate, Track> tracks = new TreeMap<>();

  Tracks(VersionGuard guard) {
    this.guard = guard;
  }

  /** Where an aggregate was and where it is; null while nothing was applied. */
  private static final class Track {
    private final @Nullable SeenVersion expected;
    private @Nullable SeenVersion current;
    private boolean touched;

    Track(@Nullable SeenVersion expected) {
      this.expected = expected;
      this.current = expected;
    }
  }

  static boolean isGuarded(Message message) {
    return message.key() != null && message.version() != null;
  }

  /** What is to be done with a message. */
  enum Step {
    APPLY,
    IGNORE,
    GAP
  }

  Step stepFor(Message message, @Nullable SeenVersion seen) {
    SeenVersion last = track(message, seen).current;
    long version = version(message);
    if (last == null) {
      Long first = guard.firstVersion();
      return first == null || version == first ? Step.APPLY : early(version, first);
    }
    if (version == last.version() && !isKnown(last, message)) {
      return Step.APPLY;
    }
    return version == last.version() + 1 ? Step.APPLY : early(version, last.version() + 1);
  }

  private static Step early(long version, long next) {
    return version < next ? Step.IGNORE : Step.GAP;
  }

  private boolean isKnown(SeenVersion last, Message message) {
    return guard.onePerVersion()
        || last.types().isEmpty()
        || last.types().contains(ALL_TYPES)
        || last.types().contains(typeOf(message));
  }

  /** The last version that was applied; one before the first if there is none. */
  long lastVersion(Message message, @Nullable SeenVersion seen) {
    return at(track(message, seen)).version();
  }

  private SeenVersion at(Track track) {
    if (track.current != null) {
      return track.current;
    }
    Long first = guard.firstVersion();
    return new SeenVersion(first == null ? -1 : first - 1, Set.of());
  }

  void applied(Message message, @Nullable SeenVersion seen) {
    Track track = track(message, seen);
    SeenVersion last = track.current;
    long version = version(message);
    SeenVersion base =
        last != null && last.version() == version ? last : new SeenVersion(version, Set.of());
    track.current = base.with(typeOf(message));
    track.touched = true;
  }

  void rebuilt(Message message, @Nullable SeenVersion seen, long version) {
    Track track = track(message, seen);
    track.current = new SeenVersion(version, Set.of(ALL_TYPES));
    track.touched = true;
  }

  /** A parked message relies on the aggregate not having moved since the claim. */
  void parked(Message message, @Nullable SeenVersion seen) {
    Track track = track(message, seen);
    track.current = at(track);
    track.touched = true;
  }

  /** What is to be settled, in an order that is the same for all transactions. */
  List<VersionChange> changes() {
    List<VersionChange> changes = new ArrayList<>();
    tracks.forEach(
        (aggregate, track) -> {
          if (track.touched && track.current != null) {
            changes.add(new VersionChange(aggregate, track.expected, track.current));
          }
        });
    return changes;
  }

  private Track track(Message message, @Nullable SeenVersion seen) {
    return tracks.computeIfAbsent(aggregateOf(message), aggregate -> new Track(seen));
  }

  private static Aggregate aggregateOf(Message message) {
    String type = message.aggregateType();
    return new Aggregate(
        Objects.requireNonNull(message.tenant()),
        type == null ? "" : type,
        Objects.requireNonNull(message.key()));
  }

  private static long version(Message message) {
    Long version = message.version();
    if (version == null) {
      throw new IllegalStateException("only messages with a version are guarded");
    }
    return version;
  }

  private static String typeOf(Message message) {
    String type = message.type();
    return type == null ? "" : type;
  }
}
