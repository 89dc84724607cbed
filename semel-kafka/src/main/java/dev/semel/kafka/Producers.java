package dev.semel.kafka;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The producer in use, and another when that one is broken. Safe for use by several threads. */
final class Producers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Producers.class);
  private static final Duration MAX_CLOSE = Duration.ofSeconds(10);

  private final Map<String, Object> settings;
  private @Nullable Producer<byte[], byte[]> current;
  private boolean closed;

  /** Makes the first producer at once, so that nonsense in the settings is refused at once. */
  Producers(Map<String, Object> settings) {
    this.settings = settings;
    this.current = make();
  }

  private Producer<byte[], byte[]> make() {
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  synchronized Producer<byte[], byte[]> current() {
    if (closed) {
      throw new IllegalStateException("the sink is closed");
    }
    if (current == null) {
      current = make();
    }
    return current;
  }

  /**
   * Gives up a producer that is broken; the next one is made when it is needed. What the old one
   * still has in hand fails, and the relay sends it again.
   */
  @SuppressWarnings("ReferenceEquality") // This producer, and not another that is like it.
  void giveUp(Producer<byte[], byte[]> broken, String reason) {
    synchronized (this) {
      if (current != broken) {
        return;
      }
      current = null;
    }
    LOG.warn("the producer is broken and will be replaced: {}", reason);
    // On a thread of its own: this may be the producer's thread, which cannot wait for itself.
    Thread closing = new Thread(() -> broken.close(Duration.ZERO), "semel-kafka-sink-giving-up");
    closing.setDaemon(true);
    closing.start();
  }

  /** Waits for what is in hand, for a while. */
  @Override
  public void close() {
    Producer<byte[], byte[]> last;
    synchronized (this) {
      closed = true;
      last = current;
      current = null;
    }
    if (last != null) {
      last.close(MAX_CLOSE);
    }
  }
}
