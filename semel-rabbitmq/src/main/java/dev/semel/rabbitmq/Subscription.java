package dev.semel.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import dev.semel.inbox.Delivery;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One connection with one channel on which a queue is consumed, with acknowledgements by hand. It
 * ends with its connection, its channel or its queue, and is not mended. What was delivered on it
 * and not acknowledged is then delivered again, by the next one or to somebody else. The client
 * brings deliveries on its own thread; all else is for one thread.
 */
final class Subscription implements AutoCloseable {
  /**
   * What the broker delivered.
   *
   * @param tag by which it is acknowledged, on this subscription only
   */
  record Arrival(Delivery delivery, long tag) {}

  private final Connection connection;
  private final Channel channel;
  private final String queue;
  private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
  private volatile boolean ended;

  /** An arrival, or null where something else has changed. */
  private record Signal(@Nullable Arrival arrival) {}

  private Subscription(Connection connection, Channel channel, String queue) {
    this.connection = connection;
    this.channel = channel;
    this.queue = queue;
  }

  static Subscription open(Connections connections, String queue, int prefetch)
      throws IOException, TimeoutException {
    Connection connection = connections.open();
    try {
      Subscription made = new Subscription(connection, connection.createChannel(), queue);
      // The client holds no more than this; the broker keeps the rest.
      made.channel.basicQos(prefetch);
      boolean autoAcknowledge = false;
      made.channel.basicConsume(queue, autoAcknowledge, made.new Listener(made.channel));
      return made;
    } catch (IOException | RuntimeException e) {
      Connections.close(connection);
      throw e;
    }
  }

  boolean isOpen() {
    return !ended && channel.isOpen();
  }

  /** Waits for a delivery or for {@link #wake}, then returns all that came. */
  List<Arrival> take(Duration wait) throws InterruptedException {
    Signal first = signals.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
    if (first == null) {
      return List.of();
    }
    List<Signal> all = new ArrayList<>();
    all.add(first);
    signals.drainTo(all);
    List<Arrival> arrivals = new ArrayList<>();
    for (Signal signal : all) {
      if (signal.arrival() != null) {
        arrivals.add(signal.arrival());
      }
    }
    return arrivals;
  }

  /** Ends a wait. For any thread. */
  void wake() {
    signals.add(new Signal(null));
  }

  void acknowledge(long tag) throws IOException {
    channel.basicAck(tag, false);
  }

  /** The broker takes back what was not acknowledged. */
  @Override
  public void close() {
    Connections.close(connection);
  }

  /** Hears from the broker, on the client's thread. */
  private final class Listener extends DefaultConsumer {
    private Listener(Channel channel) {
      super(channel);
    }

    @Override
    public void handleDelivery(
        String consumerTag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
      Delivery delivery = IncomingMessages.read(queue, properties, body);
      signals.add(new Signal(new Arrival(delivery, envelope.getDeliveryTag())));
    }

    @Override
    public void handleCancel(String consumerTag) {
      end();
    }

    @Override
    public void handleShutdownSignal(String consumerTag, ShutdownSignalException signal) {
      end();
    }

    private void end() {
      ended = true;
      wake();
    }
  }
}
