package dev.semel.demo.storm;

import java.util.concurrent.ThreadFactory;

/** Makes the threads of storms. None of them keeps the program from ending. */
final class Threads {
  private Threads() {}

  static ThreadFactory named(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
