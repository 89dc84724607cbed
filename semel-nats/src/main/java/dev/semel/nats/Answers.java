package dev.semel.nats;

import dev.semel.relay.Delivery;
import io.nats.client.JetStreamApiException;
import org.jspecify.annotations.Nullable;

/** What JetStream's answers mean for an event. */
final class Answers {
  private static final int TOO_LARGE = 10054;
  private static final int NO_RESOURCES = 10023;
  private static final int STORAGE_EXCEEDED = 10047;
  private static final int NOT_ENABLED = 10076;
  private static final int MAX_CAUSES = 10;

  private Answers() {}

  static @Nullable JetStreamApiException apiFailure(Throwable failure) {
    Throwable link = failure;
    for (int depth = 0; link != null && depth < MAX_CAUSES; depth++) {
      if (link instanceof JetStreamApiException found) {
        return found;
      }
      link = link.getCause();
    }
    return null;
  }

  /** Whether the server said that nobody listens to the subject. */
  static boolean isNobodyThere(Throwable failure) {
    Throwable link = failure;
    for (int depth = 0; link != null && depth < MAX_CAUSES; depth++) {
      if (String.valueOf(link.getMessage()).contains("503")) {
        return true;
      }
      link = link.getCause();
    }
    return false;
  }

  static void settle(Delivery delivery, JetStreamApiException said) {
    String reason = "the stream turned it down: " + said.getMessage();
    switch (said.getApiErrorCode()) {
      case TOO_LARGE -> delivery.refused(reason);
      case NO_RESOURCES, STORAGE_EXCEEDED, NOT_ENABLED ->
          delivery.unavailable(reason, NatsSink.RETRY_AFTER);
      default -> delivery.failed(reason);
    }
  }
}
