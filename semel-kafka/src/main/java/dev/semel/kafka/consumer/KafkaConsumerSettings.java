package dev.semel.kafka.consumer;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * How a runner consumes. Immutable; each method returns a changed copy. How large batches are, how
 * often a record is tried and how it backs off is said by the work settings of the consumer.
 *
 * @param client Kafka's own properties: bootstrap servers and group id at least. Offsets are read
 *     from the beginning where the group has none, and only what is committed is read, unless they
 *     say otherwise
 * @param topics what is subscribed to
 * @param mode whether records are applied or only kept before their offsets are committed
 * @param consumers how many members of the group this runner is, each with a thread that polls, 1
 *     to {@value #MAX_CONSUMERS}
 * @param lanes how many threads of each member apply records: keys are spread over them, 1 to
 *     {@value #MAX_LANES}
 * @param limits what may be in memory
 * @param commitInterval how often offsets are committed at most; a crash repeats what was applied
 *     since, which the inbox then recognises
 * @param revocationWait how long a partition that is taken away is held for what is at work on it
 * @param workers how many threads work off what the inbox keeps (stored, released from a gap,
 *     redriven), 0 to {@value #MAX_LANES}; 0 if something else does so
 */
public record KafkaConsumerSettings(
    Map<String, Object> client,
    List<String> topics,
    Mode mode,
    int consumers,
    int lanes,
    Limits limits,
    Duration commitInterval,
    Duration revocationWait,
    int workers) {
  public static final int MAX_CONSUMERS = 64;
  public static final int MAX_LANES = 64;

  private static final Duration MIN_INTERVAL = Duration.ofMillis(1);
  private static final Duration MAX_DEFAULT_WAIT = Duration.ofSeconds(10);
  private static final Duration MAX_COMMIT_INTERVAL = Duration.ofMinutes(1);

  /** What happens to a record before its offset is committed. */
  public enum Mode {
    /** It is applied. */
    DIRECT,
    /** It is kept in the database, and applied by workers later. */
    STORED
  }

  /**
   * What may be in memory. A partition that has reached a limit is paused; the runner goes on
   * polling, so that it stays in the group.
   *
   * @param maxRecordsPerPartition how many records of a partition wait or are at work, up to what
   *     one more poll brings
   * @param maxAhead how many records of a partition may be finished beyond the first one that is
   *     not; more are repeated after a crash
   * @param maxBytes how many bytes of keys and values one member holds, up to what one more poll
   *     brings
   */
  public record Limits(int maxRecordsPerPartition, int maxAhead, long maxBytes) {
    public Limits {
      Checks.between("max records per partition", maxRecordsPerPartition, 1, 1_000_000);
      Checks.between("max ahead", maxAhead, maxRecordsPerPartition, 10_000_000);
      Checks.between("max bytes", maxBytes, 1, 1L << 40);
    }

    /** 1,000 records of a partition, 20,000 ahead, 64 MiB. */
    public static Limits standard() {
      return new Limits(1_000, 20_000, 64L << 20);
    }
  }

  public KafkaConsumerSettings {
    client = Map.copyOf(ClientProperties.checked(client));
    topics = List.copyOf(topics);
    if (topics.isEmpty() || topics.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("no topic, or one without a name; name what to consume");
    }
    Checks.between("number of consumers", consumers, 1, MAX_CONSUMERS);
    Checks.between("number of lanes", lanes, 1, MAX_LANES);
    Checks.between("number of workers", workers, 0, MAX_LANES);
    Checks.between("commit interval", commitInterval, MIN_INTERVAL, MAX_COMMIT_INTERVAL);
    Duration maxPoll = ClientProperties.maxPollInterval(client);
    if (revocationWait.isNegative() || revocationWait.compareTo(maxPoll.dividedBy(2)) > 0) {
      throw new IllegalArgumentException(
          "revocation wait is %s; give up to half of max.poll.interval.ms (%s), because nothing is polled meanwhile"
              .formatted(revocationWait, maxPoll));
    }
  }

  /**
   * Applies directly: one member with four lanes, one worker, offsets every 200 ms, partitions held
   * for up to 10 s when they are taken away, or half of {@code max.poll.interval.ms} if less.
   */
  public static KafkaConsumerSettings of(Map<String, ?> client, String... topics) {
    Map<String, Object> given = new LinkedHashMap<>(client);
    Duration half = ClientProperties.maxPollInterval(given).dividedBy(2);
    return new KafkaConsumerSettings(
        given,
        List.of(topics),
        Mode.DIRECT,
        1,
        4,
        Limits.standard(),
        Duration.ofMillis(200),
        half.compareTo(MAX_DEFAULT_WAIT) < 0 ? half : MAX_DEFAULT_WAIT,
        1);
  }

  /** Sets a property of Kafka's client. */
  public KafkaConsumerSettings client(String property, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(client);
    changed.put(property, value);
    return new KafkaConsumerSettings(
        changed, topics, mode, consumers, lanes, limits, commitInterval, revocationWait, workers);
  }

  /** Keeps records first and applies them later. */
  public KafkaConsumerSettings stored() {
    return new KafkaConsumerSettings(
        client,
        topics,
        Mode.STORED,
        consumers,
        lanes,
        limits,
        commitInterval,
        revocationWait,
        workers);
  }

  public KafkaConsumerSettings consumers(int value) {
    return new KafkaConsumerSettings(
        client, topics, mode, value, lanes, limits, commitInterval, revocationWait, workers);
  }

  public KafkaConsumerSettings lanes(int value) {
    return new KafkaConsumerSettings(
        client, topics, mode, consumers, value, limits, commitInterval, revocationWait, workers);
  }

  public KafkaConsumerSettings limits(Limits value) {
    return new KafkaConsumerSettings(
        client, topics, mode, consumers, lanes, value, commitInterval, revocationWait, workers);
  }

  public KafkaConsumerSettings commitInterval(Duration value) {
    return new KafkaConsumerSettings(
        client, topics, mode, consumers, lanes, limits, value, revocationWait, workers);
  }

  public KafkaConsumerSettings revocationWait(Duration value) {
    return new KafkaConsumerSettings(
        client, topics, mode, consumers, lanes, limits, commitInterval, value, workers);
  }

  public KafkaConsumerSettings workers(int value) {
    return new KafkaConsumerSettings(
        client, topics, mode, consumers, lanes, limits, commitInterval, revocationWait, value);
  }

  /** The group that the members join. */
  public String group() {
    return String.valueOf(client.get("group.id"));
  }

  /** Names the client's properties and hides their values, because some are secrets. */
  @Override
  public String toString() {
    return "KafkaConsumerSettings[group %s, topics %s, %s, %d consumers, %d lanes, %s, client %s]"
        .formatted(group(), topics, mode, consumers, lanes, limits, new TreeSet<>(client.keySet()));
  }
}
