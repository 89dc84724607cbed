package dev.semel.postgres.relay;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A snapshot of the database as text, {@code xmin:xmax:open,open,…}: what had ended by then.
 * Transactions from xmax on had not ended; they may have begun. Immutable.
 */
record Snapshot(String text) {
  /** The transactions below xmax that had not ended. */
  private List<String> open() {
    String list = text.substring(text.lastIndexOf(':') + 1);
    return list.isEmpty() ? List.of() : Arrays.asList(list.split(","));
  }

  long xmax() {
    return Long.parseLong(text, text.indexOf(':') + 1, text.lastIndexOf(':'), 10);
  }

  private long xmin() {
    return Long.parseLong(text, 0, text.indexOf(':'), 10);
  }

  /** Whether a transaction had ended by then. */
  boolean contains(long xid) {
    return xid < xmin() || (xid < xmax() && !open().contains(Long.toString(xid)));
  }

  /** The transactions that were below xmax and open in this one and had ended in a later one. */
  String[] endedBy(Snapshot later) {
    Set<String> ended = new HashSet<>(open());
    later.open().forEach(ended::remove);
    return ended.toArray(String[]::new);
  }

  /** Whether everything that had ended in another snapshot had ended in this one. */
  boolean includes(Snapshot other) {
    return other.xmax() <= xmax()
        && open().stream().mapToLong(Long::parseLong).noneMatch(other::contains);
  }
}
