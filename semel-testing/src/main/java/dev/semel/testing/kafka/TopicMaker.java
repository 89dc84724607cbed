package dev.semel.testing.kafka;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Makes topics, and waits until brokers know them: the one that made it tells the others later. */
final class TopicMaker {
  private static final long MAX_ANSWER_SECONDS = 60;
  private static final long MAX_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(MAX_ANSWER_SECONDS);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Admin admin;

  private TopicMaker(Admin admin) {
    this.admin = admin;
  }

  static void make(String bootstrapServers, NewTopic topic) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      TopicMaker maker = new TopicMaker(admin);
      maker.make(topic);
      maker.awaitLeaders(topic.name());
    }
  }

  private void make(NewTopic topic) {
    long start = System.nanoTime();
    while (!isThere(topic, System.nanoTime() - start > MAX_ANSWER_NANOS)) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** False while there are too few brokers: one that stood still for a while is taken for dead. */
  private boolean isThere(NewTopic topic, boolean isLast) {
    try {
      answer("create topic " + topic.name(), admin.createTopics(List.of(topic)).all());
      return true;
    } catch (KafkaClusterException e) {
      if (e.getCause() instanceof InvalidReplicationFactorException && !isLast) {
        return false;
      }
      if (e.getCause() instanceof TopicExistsException) {
        return true;
      }
      throw e;
    }
  }

  private void awaitLeaders(String topic) {
    long start = System.nanoTime();
    while (!hasLeaders(topic)) {
      if (System.nanoTime() - start > MAX_ANSWER_NANOS) {
        throw new KafkaClusterException("topic " + topic + " was made and nobody leads it");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private boolean hasLeaders(String topic) {
    try {
      Map<String, TopicDescription> found =
          answer("describe " + topic, admin.describeTopics(List.of(topic)).allTopicNames());
      return found.values().stream()
          .flatMap(description -> description.partitions().stream())
          .allMatch(partition -> partition.leader() != null);
    } catch (KafkaClusterException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw e;
    }
  }

  private static <T> T answer(String what, KafkaFuture<T> future) {
    try {
      return future.get(MAX_ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new KafkaClusterException("cannot " + what, e.getCause());
    } catch (TimeoutException e) {
      throw new KafkaClusterException("no answer in time: " + what, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaClusterException("interrupted: " + what, e);
    }
  }
}
