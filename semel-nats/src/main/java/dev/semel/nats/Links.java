package dev.semel.nats;

import io.nats.client.Connection;
import io.nats.client.Options;

/** Connections that never give up, and hold back nothing that was given up. */
final class Links {
  private static final int FOR_EVER = -1;

  private Links() {}

  /** What cannot be sent now is not kept for later: the relay sends it again itself. */
  static Options forPublishing(Options template) {
    return new Options.Builder(template).maxReconnects(FOR_EVER).reconnectBufferSize(0).build();
  }

  static Options forConsuming(Options template) {
    return new Options.Builder(template).maxReconnects(FOR_EVER).build();
  }

  static void close(Connection connection) {
    try {
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
