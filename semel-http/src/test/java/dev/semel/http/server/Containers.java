package dev.semel.http.server;

/** Starts and stops containers, whose methods throw anything. */
final class Containers {
  /** Maximum number of connections that wait to be accepted. */
  static final int ACCEPT_QUEUE = 1_024;

  private Containers() {}

  /** Something that may fail. */
  @FunctionalInterface
  interface Step {
    void run() throws Exception;
  }

  static void run(String what, Step step) {
    try {
      step.run();
    } catch (Exception e) {
      throw new IllegalStateException("could not " + what, e);
    }
  }
}
