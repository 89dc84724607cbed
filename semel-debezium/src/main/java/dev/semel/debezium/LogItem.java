package dev.semel.debezium;

import dev.semel.relay.RelayedEvent;
import dev.semel.relay.spi.Mark;
import java.util.Map;

/** Something that was read in the log, in the order of commits. */
sealed interface LogItem {
  /** Where the engine is by it. */
  Map<String, ?> offset();

  /** An event. */
  record Inserted(Map<String, ?> offset, long xid, RelayedEvent event) implements LogItem {}

  /** A mark that this relay wrote: everything committed by then has been read. */
  record Marked(Map<String, ?> offset, Mark mark) implements LogItem {}
}
