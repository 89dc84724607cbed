package dev.semel.testing.postgres;

import java.util.Locale;

/** How a server is asked to stop, in PostgreSQL's own words. */
public enum StopMode {
  /** Lets connected clients finish; refuses new ones meanwhile. */
  SMART,
  /** Rolls open transactions back and disconnects the clients. */
  FAST,
  /** Ends at once without a checkpoint, as a crash would; the next start recovers. */
  IMMEDIATE;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
