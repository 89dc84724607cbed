package dev.semel.nats;

import io.nats.client.Connection;
import io.nats.client.Options;
import java.util.regex.Pattern;

/** Connections that never give up, and hold back nothing that was given up. */
final class Links {
  private static final int FOR_EVER = -1;
  private static final Pattern NAME = Pattern.compile("[^\\s.*>/\\\\]+");

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

  /** Requests with an unfit name go to a subject that nobody answers, and would only time out. */
  static String checkedName(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' cannot be the name of a %s: give one without blanks, dots, slashes and wildcards"
              .formatted(name, what));
    }
    return name;
  }
}
