package dev.semel.relay.spi;

import java.util.List;

/**
 * What was read.
 *
 * @param events in order
 * @param after what has been passed once all of them are done
 * @param full whether there may be more at once
 */
public record ReadPage(List<StoredEvent> events, Cursor after, boolean full) {
  public ReadPage {
    events = List.copyOf(events);
  }
}
