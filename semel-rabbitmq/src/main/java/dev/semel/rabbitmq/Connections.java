package dev.semel.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Makes connections as the caller's factory would, but without recovering them behind our back: a
 * recovered channel forgets what was not confirmed and invalidates delivery tags, so each end here
 * makes a new one and knows it.
 */
final class Connections {
  static final Duration MAX_HEARTBEAT = Duration.ofSeconds(15);
  static final Duration MAX_CONNECT = Duration.ofSeconds(10);
  static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final ConnectionFactory factory;
  private final String name;

  Connections(ConnectionFactory template, String name) {
    if (template.getRequestedHeartbeat() == 0) {
      throw new IllegalArgumentException(
          "heartbeats are switched off, so a dead connection would never be noticed; set"
              + " requestedHeartbeat to a few seconds");
    }
    this.factory = template.clone();
    this.name = name;
    factory.setAutomaticRecoveryEnabled(false);
    factory.setTopologyRecoveryEnabled(false);
    factory.setRequestedHeartbeat(
        Math.min(template.getRequestedHeartbeat(), (int) MAX_HEARTBEAT.toSeconds()));
    factory.setConnectionTimeout(limited(template.getConnectionTimeout()));
    factory.setHandshakeTimeout(limited(template.getHandshakeTimeout()));
  }

  // Zero means for ever to the client.
  private static int limited(int millis) {
    int max = (int) MAX_CONNECT.toMillis();
    return millis == 0 ? max : Math.min(millis, max);
  }

  Connection open() throws IOException, TimeoutException {
    return factory.newConnection(name);
  }

  /** Closes it, with a limit, whatever state it is in. */
  static void close(Connection connection) {
    connection.abort((int) CLOSE_LIMIT.toMillis());
  }
}
