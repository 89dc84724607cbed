package dev.semel.relay.internal;

import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.RelayStore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The session of the relay's thread: opened when it is needed, given up when it fails. */
final class Link {
  private static final Logger LOG = LoggerFactory.getLogger(Link.class);

  private final RelayStore store;
  private @Nullable OutboxSession session;
  private boolean lost;

  Link(RelayStore store) {
    this.store = store;
  }

  /** Opens a session, unless there is one. */
  OutboxSession open() {
    if (session == null) {
      session = store.open();
    }
    return session;
  }

  /** Calls the session; gives it up if the call fails. */
  <V> V call(Function<OutboxSession, V> call) {
    OutboxSession opened = open();
    try {
      return call.apply(opened);
    } catch (RuntimeException e) {
      lost = true;
      close();
      throw e;
    }
  }

  /** Whether a session was lost, so that what came from it counts no more. */
  boolean isLost() {
    return lost;
  }

  /** Nothing that came from the lost session is left. */
  void renew() {
    lost = false;
  }

  void close() {
    if (session == null) {
      return;
    }
    try {
      session.close();
    } catch (RuntimeException e) {
      LOG.debug("could not close a session", e);
    } finally {
      session = null;
    }
  }
}
