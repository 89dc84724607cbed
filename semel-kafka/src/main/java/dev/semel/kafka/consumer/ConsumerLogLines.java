package dev.semel.kafka.consumer;

/** Says in words what a runner did. Records are named by their positions, never by keys. */
final class ConsumerLogLines {
  private ConsumerLogLines() {}

  static String describe(KafkaConsumerChange change) {
    String ofPartitions = describePartitions(change);
    return ofPartitions.isEmpty() ? describeOthers(change) : ofPartitions;
  }

  private static String describePartitions(KafkaConsumerChange change) {
    if (change instanceof KafkaConsumerChange.Assigned it) {
      return "member %d has %s now".formatted(it.member(), it.partitions());
    }
    if (change instanceof KafkaConsumerChange.Revoked it) {
      return "member %d gave %s away, with %d records still at work"
          .formatted(it.member(), it.partitions(), it.abandoned());
    }
    if (change instanceof KafkaConsumerChange.Lost it) {
      return "member %d lost %s to others and commits nothing for them"
          .formatted(it.member(), it.partitions());
    }
    if (change instanceof KafkaConsumerChange.Paused it) {
      return "member %d fetches no more of %s for now".formatted(it.member(), it.partitions());
    }
    if (change instanceof KafkaConsumerChange.Resumed it) {
      return "member %d fetches %s again".formatted(it.member(), it.partitions());
    }
    return "";
  }

  private static String describeOthers(KafkaConsumerChange change) {
    if (change instanceof KafkaConsumerChange.Held it) {
      return "%s offset %d failed attempt %d, again in %d ms; its key waits: %s"
          .formatted(
              it.partition(), it.offset(), it.attempts(), it.backoff().toMillis(), it.reason());
    }
    if (change instanceof KafkaConsumerChange.Dead it) {
      return "%s offset %d is a dead letter after %d attempts: %s"
          .formatted(it.partition(), it.offset(), it.attempts(), it.reason());
    }
    if (change instanceof KafkaConsumerChange.StoreUnavailable it) {
      return "the database fails, everything waits, again in %d ms: %s"
          .formatted(it.backoff().toMillis(), it.reason());
    }
    if (change instanceof KafkaConsumerChange.BrokerUnavailable it) {
      return "member %d cannot poll and tries again: %s".formatted(it.member(), it.reason());
    }
    if (change instanceof KafkaConsumerChange.OffsetsNotCommitted it) {
      return "member %d could not commit offsets: %s".formatted(it.member(), it.reason());
    }
    return describeStates(change);
  }

  private static String describeStates(KafkaConsumerChange change) {
    if (change instanceof KafkaConsumerChange.Started it) {
      return "member %d runs".formatted(it.member());
    }
    if (change instanceof KafkaConsumerChange.Stopped it) {
      return it.failure() == null
          ? "member %d has stopped".formatted(it.member())
          : "member %d cannot go on: %s".formatted(it.member(), it.failure());
    }
    if (change instanceof KafkaConsumerChange.BrokerAvailable it) {
      return "member %d polls again".formatted(it.member());
    }
    return "the database is there again";
  }
}
