package dev.semel.postgres.relay;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A snapshot of the database as text, {@code xmin:xmax:open,open,…}: what had ended by then.
 * Immutable.
 */
record Snapshot(String text) {
  /** One in which nothing has ended yet. */
  static final Snapshot NOTHING = new Snapshot("1:1:");

  /** The transactions that had begun and not ended. */
  private List<String> open() {
    String list = text.substring(text.lastIndexOf(':') + 1);
    return list.isEmpty() ? List.of() : Arrays.asList(list.split(","));
  }

  /** The transactions that were open in this one and had ended in a later one. */
  String[] endedBy(Snapshot later) {
    Set<String> ended = new HashSet<>(open());
    later.open().forEach(ended::remove);
    return ended.toArray(String[]::new);
  }
}
