package dev.semel.kafka.consumer;

import dev.semel.kafka.internal.BrokenMachine;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Writes one log line per change and tells the listeners, of which none can do harm. */
final class ConsumerNotifier {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel.kafka");

  private final String consumer;
  private final List<KafkaConsumerListener> listeners;

  ConsumerNotifier(String consumer, List<KafkaConsumerListener> listeners) {
    this.consumer = consumer;
    this.listeners = List.copyOf(listeners);
  }

  String consumer() {
    return consumer;
  }

  void tell(KafkaConsumerChange change) {
    Level level = levelOf(change);
    if (LOG.isEnabledForLevel(level)) {
      LOG.atLevel(level).log("consumer {}: {}", consumer, ConsumerLogLines.describe(change));
    }
    for (KafkaConsumerListener listener : listeners) {
      guarded(listener, change);
    }
  }

  private static void guarded(KafkaConsumerListener listener, KafkaConsumerChange change) {
    try {
      listener.onChange(change);
    } catch (Throwable e) { // an error of its own would end the member
      BrokenMachine.throwIfItIs(e);
      LOG.warn("a listener failed; the consumer is not affected", e);
    }
  }

  /** What an operator should look at is not quiet; nothing is said above debug per record. */
  private static Level levelOf(KafkaConsumerChange change) {
    if (change instanceof KafkaConsumerChange.Dead
        || change instanceof KafkaConsumerChange.Lost
        || change instanceof KafkaConsumerChange.StoreUnavailable
        || change instanceof KafkaConsumerChange.BrokerUnavailable
        || change instanceof KafkaConsumerChange.OffsetsNotCommitted) {
      return Level.WARN;
    }
    if (change instanceof KafkaConsumerChange.Stopped stopped) {
      return stopped.failure() == null ? Level.INFO : Level.ERROR;
    }
    if (change instanceof KafkaConsumerChange.Revoked revoked) {
      return revoked.abandoned() == 0 ? Level.INFO : Level.WARN;
    }
    boolean quiet =
        change instanceof KafkaConsumerChange.Held
            || change instanceof KafkaConsumerChange.Paused
            || change instanceof KafkaConsumerChange.Resumed;
    return quiet ? Level.DEBUG : Level.INFO;
  }
}
