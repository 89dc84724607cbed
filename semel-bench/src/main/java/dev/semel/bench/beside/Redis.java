package dev.semel.bench.beside;

import dev.semel.bench.contender.RedisProcess;
import dev.semel.bench.process.Child;
import java.util.List;

/** A Redis of one's own, which nothing happens to. */
final class Redis implements AutoCloseable {
  private final Child child;

  private Redis(Child child) {
    this.child = child;
  }

  static Redis start() {
    return new Redis(Child.start(RedisProcess.class, "Redis", List.of("-Xmx64m"), List.of()));
  }

  int port() {
    return (int) child.order("port").value();
  }

  @Override
  public void close() {
    child.close();
  }
}
