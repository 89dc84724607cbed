package dev.semel.testing.contract;

import dev.semel.inbox.spi.InboxEngine;
import dev.semel.spi.Boundary;
import dev.semel.spi.SemelListener;
import java.util.List;

/**
 * What the author of a store adds to its fixture so that the inbox suites can be run on it.
 *
 * @param <T> the store's transaction handle
 */
public interface InboxFixture<T> extends StoreFixture<T> {
  /**
   * Makes a node with an inbox of its own, as another process would have it; what is said of {@link
   * StoreFixture#node} holds here too.
   */
  InboxEngine<T> inbox(String name, Boundary.Observer boundaries, SemelListener... listeners);

  /** How many markers there are, of all consumers. */
  long countMarkers();

  /** The ids of all effects that are committed, in the order they were inserted. */
  List<String> effects();
}
