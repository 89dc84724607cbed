package dev.semel.torture.world;

import dev.semel.torture.role.Parts;
import dev.semel.torture.role.PipelineRole;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics of the pipelines, as an operator sees them: how far behind they are, and transactions
 * that are open there.
 *
 * <p>A broker that is killed and started again may note that a transaction is aborted and never
 * write so into one of its partitions. Readers of committed records stand still there for good: a
 * hanging transaction, for which Kafka has a tool ({@code kafka-transactions.sh find-hanging}).
 * What that does is done here. For one thread.
 */
final class StatementTopics {
  private static final Logger LOG = LoggerFactory.getLogger(StatementTopics.class);

  private final String bootstrapServers;
  private long ended;

  StatementTopics(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /** What is not over, in words; empty if all is read and no transaction is open. */
  List<String> unfinished() {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      long written = written(admin);
      long read = read(admin);
      return read >= written
          ? openTransactions(admin)
          : List.of("of %d events %d are read for statements".formatted(written, read));
    }
  }

  /** How many transactions that nobody would have ended were ended here. */
  long ended() {
    return ended;
  }

  private static long written(Admin admin) {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    partitions(Parts.TOPIC).forEach(partition -> ends.put(partition, OffsetSpec.latest()));
    return get(admin.listOffsets(ends).all()).values().stream()
        .mapToLong(end -> end.offset())
        .sum();
  }

  private static List<TopicPartition> partitions(String... topics) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : topics) {
      for (int number = 0; number < World.PARTITIONS; number++) {
        partitions.add(new TopicPartition(topic, number));
      }
    }
    return partitions;
  }

  private static long read(Admin admin) {
    return get(admin.listConsumerGroupOffsets(PipelineRole.NAME).partitionsToOffsetAndMetadata())
        .values()
        .stream()
        .mapToLong(OffsetAndMetadata::offset)
        .sum();
  }

  private List<String> openTransactions(Admin admin) {
    List<String> open = new ArrayList<>();
    get(admin.describeProducers(partitions(PipelineRole.TOPIC, PipelineRole.DEAD_LETTERS)).all())
        .forEach(
            (partition, state) ->
                state.activeProducers().stream()
                    .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                    .forEach(producer -> open.add(endIfHanging(admin, partition, producer))));
    return open;
  }

  private String endIfHanging(Admin admin, TopicPartition partition, ProducerState producer) {
    String words = "a transaction is open in %s: %s".formatted(partition, producer);
    if (!isKnown(admin, partition, producer.producerId())) {
      LOG.warn("hanging, and ended: {}", words);
      AbortTransactionSpec abort =
          new AbortTransactionSpec(
              partition,
              producer.producerId(),
              (short) producer.producerEpoch(),
              producer.coordinatorEpoch().orElse(0));
      get(admin.abortTransaction(abort).all());
      ended++;
    }
    return words;
  }

  /** Whether whoever coordinates the transaction will end it in this partition too. */
  private static boolean isKnown(Admin admin, TopicPartition partition, long producerId) {
    ListTransactionsOptions ofProducer =
        new ListTransactionsOptions().filterProducerIds(Set.of(producerId));
    List<String> ids =
        get(admin.listTransactions(ofProducer).all()).stream()
            .map(TransactionListing::transactionalId)
            .toList();
    return !ids.isEmpty()
        && get(admin.describeTransactions(ids).all()).values().stream()
            .anyMatch(transaction -> transaction.topicPartitions().contains(partition));
  }

  private static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the broker cannot be asked when all is healed", e);
    }
  }
}
