package dev.semel.testing.net;

/** The proxy's threads, which never keep a JVM alive. */
final class Threads {

  private static final long END_LIMIT_MILLIS = 10_000;

  private Threads() {}

  static void startDaemon(String name, Runnable work) {
    daemon(name, work).start();
  }

  /** Returns a thread that is yet to be started. */
  static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Waits for a thread's end, but not for ever. */
  static void awaitEnd(Thread thread) {
    try {
      thread.join(END_LIMIT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
