package dev.semel.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Tells the listener, and survives it. */
final class Notifier {
  private static final Logger LOG = System.getLogger("dev.semel.client");

  private final ClientListener listener;

  Notifier(ClientListener listener) {
    this.listener = listener;
  }

  void attempt(AttemptReport report) {
    tell(report.intent(), () -> listener.onAttempt(report));
  }

  void outcome(ClientIntent intent, ClientOutcome<?> outcome) {
    tell(intent, () -> listener.onOutcome(intent, outcome));
  }

  void notRemembered(ClientIntent intent, RuntimeException failure) {
    LOG.log(
        Level.WARNING,
        "intent " + intent.shortDigest() + ": what came of an attempt could not be written down",
        failure);
  }

  private static void tell(ClientIntent intent, Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "intent " + intent.shortDigest() + ": the listener failed", e);
    }
  }
}
