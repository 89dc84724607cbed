package dev.semel.testing.net;

/** The way bytes travel through a {@link FaultProxy}. */
public enum Direction {
  /** From the client to the server: requests. */
  TO_SERVER,
  /** From the server to the client: replies. */
  TO_CLIENT
}
