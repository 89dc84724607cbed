package dev.semel.testing.kafka;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.KafkaRaftServer;
import org.jspecify.annotations.Nullable;

/** A broker in this JVM. */
final class LocalBroker implements Broker {
  private static final Duration LEAVE_WITHOUT_QUORUM = Duration.ofSeconds(2);

  private final BrokerNode node;
  private @Nullable KafkaRaftServer server;
  private CompletableFuture<@Nullable Void> started = CompletableFuture.completedFuture(null);

  LocalBroker(BrokerNode node) {
    this.node = node;
  }

  @Override
  public void beginStart() {
    if (server != null) {
      return;
    }
    KafkaRaftServer fresh = node.server();
    server = fresh;
    started = new CompletableFuture<>();
    CompletableFuture<@Nullable Void> result = started;
    thread("start", () -> start(fresh, result)).start();
  }

  private static void start(KafkaRaftServer fresh, CompletableFuture<@Nullable Void> result) {
    try {
      fresh.startup();
      result.complete(null);
    } catch (Throwable e) {
      result.completeExceptionally(e);
    }
  }

  @Override
  public void awaitStart(Duration maxWait) {
    try {
      started.get(maxWait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new KafkaClusterException("broker " + node.id() + " did not start", e.getCause());
    } catch (TimeoutException e) {
      throw new KafkaClusterException("broker " + node.id() + " did not start in " + maxWait, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaClusterException("interrupted while broker " + node.id() + " started", e);
    }
  }

  /**
   * A broker asks the controllers for leave and waits for minutes if there are none. An interrupt
   * ends that wait, and it goes on closing its files.
   */
  @Override
  public void stop(boolean quorumIsLost) {
    KafkaRaftServer running = server;
    if (running == null) {
      return;
    }
    server = null;
    Thread stopping = thread("stop", () -> end(running));
    stopping.start();
    try {
      if (quorumIsLost) {
        stopping.join(LEAVE_WITHOUT_QUORUM.toMillis());
        stopping.interrupt();
      }
      stopping.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void end(KafkaRaftServer running) {
    running.shutdown();
    running.awaitShutdown();
  }

  @Override
  public void kill() {
    throw new KafkaClusterException(
        "a broker in this JVM cannot be killed; build the cluster with ownProcesses()");
  }

  @Override
  public boolean isRunning() {
    return server != null;
  }

  private Thread thread(String what, Runnable work) {
    Thread thread = new Thread(work, "kafka-" + what + "-" + node.id());
    thread.setDaemon(true);
    return thread;
  }
}
