package dev.semel.testing.net;

import org.jspecify.annotations.Nullable;

/**
 * Ports of the loopback address for servers that take a while to start, or come back on the same
 * port.
 *
 * <p>A port that was merely seen to be free can be taken before the server is there. What is picked
 * here is picked by nobody else: each process has a block of ports to itself for as long as it
 * lives. The blocks lie below the range from which operating systems take the local ports of
 * outgoing connections. Inside that range a client that keeps knocking while the server is down can
 * be given the very port it knocks at, connect to itself, and keep the server from coming back.
 */
public final class FreePorts {
  private static @Nullable PortBlock block;

  private FreePorts() {}

  /** A free port, which comes again only when all others of this process had their turn. */
  public static synchronized int pick() {
    if (block == null) {
      block = PortBlock.claim();
    }
    return block.next();
  }
}
