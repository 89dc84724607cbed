package dev.semel.testing.net;

/** The proxy's threads, which never keep a JVM alive. */
final class Threads {

  private Threads() {}

  static void startDaemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
