package dev.semel.spring.internal.kafka;

import dev.semel.spring.internal.listener.ListenerMethod;
import dev.semel.spring.kafka.InboxErrorHandler;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;

/** What makes a container unfit to call a listener. Found out before it starts. */
final class ContainerRules {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerRules.class);

  private ContainerRules() {}

  /**
   * Looks at a container.
   *
   * @param factory what makes its consumers; null if it is not known
   */
  static void check(
      ListenerMethod method,
      AbstractMessageListenerContainer<?, ?> container,
      @Nullable ConsumerFactory<?, ?> factory) {
    ContainerProperties properties = container.getContainerProperties();
    refuseAutoCommit(method, properties.getKafkaConsumerProperties(), factory);
    refuseEarlyAcknowledgement(method, properties);
    refuseOtherTransactions(method, properties);
    refuseOtherBatching(method, properties);
    refuseGivingUp(method, container.getCommonErrorHandler());
  }

  private static void refuseAutoCommit(
      ListenerMethod method, Properties properties, @Nullable ConsumerFactory<?, ?> factory) {
    String own = properties.getProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG);
    if (own == null ? commitsByItself(factory) : Boolean.parseBoolean(own)) {
      throw method.refused(
          "is called by a container whose consumer commits offsets by itself (enable.auto.commit), also of records that were never applied",
          "Take spring.kafka.consumer.enable-auto-commit away, and enable.auto.commit from all properties");
    }
  }

  /** Where nothing says otherwise, containers switch it off. */
  private static boolean commitsByItself(@Nullable ConsumerFactory<?, ?> factory) {
    return factory != null
        && factory
            .getConfigurationProperties()
            .containsKey(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG)
        && factory.isAutoCommit();
  }

  private static void refuseEarlyAcknowledgement(
      ListenerMethod method, ContainerProperties properties) {
    AckMode mode = properties.getAckMode();
    if (mode == AckMode.MANUAL || mode == AckMode.MANUAL_IMMEDIATE || properties.isAsyncAcks()) {
      throw method.refused(
          "is called by a container that leaves acknowledging to it (AckMode %s), which it could do before its transaction has committed only, and for duplicates never"
              .formatted(mode),
          "Set spring.kafka.listener.ack-mode to batch or record: the container then acknowledges what has returned");
    }
  }

  private static void refuseOtherTransactions(
      ListenerMethod method, ContainerProperties properties) {
    if (properties.getKafkaAwareTransactionManager() != null) {
      throw method.refused(
          "is called by a container with transactions of Kafka, which do not commit with the database",
          "Take the transaction manager from the container's properties; for effects in Kafka alone use a pipeline of semel-kafka");
    }
  }

  private static void refuseOtherBatching(ListenerMethod method, ContainerProperties properties) {
    boolean givesLists = properties.getMessageListener() instanceof BatchMessageListener;
    if (givesLists != method.takesList()) {
      throw method.refused(
          givesLists
              ? "takes one record, and its container calls it with a batch"
              : "takes a list, and its container calls it with one record at a time",
          givesLists
              ? "Take a List<ConsumerRecord<…>>, or set spring.kafka.listener.type to single"
              : "Take a ConsumerRecord, or set spring.kafka.listener.type to batch");
    }
  }

  /** Spring Kafka's own handler gives a record up after ten attempts and goes on without it. */
  private static void refuseGivingUp(ListenerMethod method, @Nullable CommonErrorHandler handler) {
    if (handler == null) {
      throw method.refused(
          "is called by a container without an error handler, and Spring Kafka's own loses a record that fails ten times",
          "Give the container's factory the bean of type InboxErrorHandler");
    }
    if (!(handler instanceof InboxErrorHandler)) {
      LOG.warn(
          "{} is called by a container whose error handler is a {}: what it gives up is lost, unless it recovers by the bean of type InboxRecoverer",
          method.name(),
          handler.getClass().getName());
    }
  }
}
