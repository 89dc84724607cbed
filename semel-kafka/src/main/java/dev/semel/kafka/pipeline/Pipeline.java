package dev.semel.kafka.pipeline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads records, turns them into other records and writes those, in Kafka transactions.
 *
 * <p><b>Guarantee.</b> For every record that is read, what the transform makes of it is written
 * once for readers of committed records ({@code isolation.level=read_committed}), whatever crashes.
 * Of a record that the transform fails at for good, a dead letter is written once instead. Effects
 * outside of Kafka are not covered: they belong behind an inbox.
 *
 * <p><b>Order.</b> The records of a partition are transformed and written in their order. A dead
 * letter leaves the order of the others as it is.
 *
 * <p><b>Threads.</b> One for each lane; the transform is called on them. Methods may be called by
 * any thread.
 */
public final class Pipeline implements AutoCloseable {
  private static final Duration MAX_CLOSE = Duration.ofSeconds(30);

  private final Builder plan;
  private final PipelineClients clients;
  private final PipelineMonitor monitor;
  private final List<PipelineLane> lanes = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  private Pipeline(Builder plan) {
    this.plan = plan;
    this.clients =
        new PipelineClients(
            plan.bootstrapServers,
            plan.name,
            plan.node,
            plan.consumerProperties,
            plan.producerProperties,
            plan.settings);
    this.monitor = new PipelineMonitor(plan.name, plan.listeners);
  }

  /**
   * Begins a pipeline.
   *
   * @param bootstrapServers where the brokers are: {@code host:port,host:port}
   * @param name of the pipeline, the same on all nodes and for ever: the consumer group, under
   *     which Kafka keeps how far it has come
   * @param node a name that no other process that runs at the same time has, and that a process has
   *     again when it is restarted. A second one of the same name ends the first
   */
  public static Builder builder(String bootstrapServers, String name, String node) {
    return new Builder(bootstrapServers, name, node);
  }

  /**
   * Starts the lanes. The brokers need not be up. If a lane cannot be made, none is started, and it
   * can be tried again.
   *
   * @throws IllegalStateException if it was started before
   */
  public synchronized void start() {
    if (!lanes.isEmpty()) {
      throw new IllegalStateException("the pipeline was started before; build another one");
    }
    try {
      for (int number = 0; number < plan.settings.lanes(); number++) {
        lanes.add(newLane(number));
      }
    } catch (RuntimeException | Error failure) {
      lanes.forEach(PipelineLane::discard);
      lanes.clear();
      throw failure;
    }
    for (int number = 0; number < lanes.size(); number++) {
      String name = "semel-pipeline-" + clients.transactionalId(number);
      Thread thread = new Thread(lanes.get(number), name);
      thread.setDaemon(true);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  private PipelineLane newLane(int number) {
    return new PipelineLane(
        clients,
        plan.topics,
        number,
        plan.settings,
        monitor,
        plan.transform(),
        plan.deadLetterTopic);
  }

  /**
   * Ends every lane after the record it is at, and leaves the group. A transaction of which not all
   * is transformed by then is aborted, and its records come again. A lane does not wait for the
   * lanes: a transform that calls this goes on at once.
   *
   * @return whether all have ended in that time
   */
  public boolean stop(Duration patience) {
    List<Thread> stopping = toldToStop();
    if (!stopping.contains(Thread.currentThread())) {
      awaitEnd(stopping, patience);
    }
    return stopping.stream().noneMatch(Thread::isAlive);
  }

  private synchronized List<Thread> toldToStop() {
    lanes.forEach(PipelineLane::stop);
    return List.copyOf(threads);
  }

  /** Waits without the lock, which a transform may want meanwhile. */
  private static void awaitEnd(List<Thread> stopping, Duration patience) {
    long start = System.nanoTime();
    try {
      for (Thread thread : stopping) {
        long left = patience.toMillis() - (System.nanoTime() - start) / 1_000_000;
        thread.join(Math.max(1, left));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops it, and waits half a minute. */
  @Override
  public void close() {
    stop(MAX_CLOSE);
  }

  public PipelineStatus status() {
    return monitor.status();
  }

  /** How a pipeline is made. Used by one thread. */
  public static final class Builder {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9._-]{1,120}");

    private final String bootstrapServers;
    private final String name;
    private final String node;
    private final Map<String, Object> consumerProperties = new HashMap<>();
    private final Map<String, Object> producerProperties = new HashMap<>();
    private final List<PipelineListener> listeners = new ArrayList<>();
    private List<String> topics = List.of();
    private @Nullable Transform transform;
    private @Nullable String deadLetterTopic;
    private PipelineSettings settings = PipelineSettings.standard();

    private Builder(String bootstrapServers, String name, String node) {
      this.bootstrapServers = Objects.requireNonNull(bootstrapServers, "bootstrapServers");
      this.name = checked("name", name);
      this.node = checked("node", node);
    }

    private static String checked(String what, String value) {
      if (!NAME.matcher(value).matches()) {
        throw new IllegalArgumentException(
            "the %s \"%s\" does not consist of 1 to 120 letters, digits, dots, underscores, hyphens"
                .formatted(what, value));
      }
      return value;
    }

    /** The topics that are read. */
    public Builder from(String... names) {
      topics = List.of(names);
      return this;
    }

    /** What is made of a record. */
    public Builder transform(Transform value) {
      transform = value;
      return this;
    }

    /**
     * Where records go that nothing can be made of. Without it such a record blocks its lane, which
     * goes on trying and says so.
     */
    public Builder deadLetters(String topic) {
      deadLetterTopic = topic;
      return this;
    }

    public Builder settings(PipelineSettings value) {
      settings = value;
      return this;
    }

    public Builder listener(PipelineListener listener) {
      listeners.add(listener);
      return this;
    }

    /** Sets properties of consumer and producer alike, such as those for security. */
    public Builder properties(Map<String, ?> all) {
      consumerProperties.putAll(all);
      producerProperties.putAll(all);
      return this;
    }

    /** Sets a property of the consumer. One that would break the promise is refused. */
    public Builder consumerProperty(String property, Object value) {
      consumerProperties.put(property, value);
      return this;
    }

    /** Sets a property of the producer. One that would break the promise is refused. */
    public Builder producerProperty(String property, Object value) {
      producerProperties.put(property, value);
      return this;
    }

    private Transform transform() {
      return Objects.requireNonNull(transform, "transform");
    }

    /**
     * Makes the pipeline; nothing runs yet.
     *
     * @throws IllegalArgumentException if something is missing or would break the promise; the
     *     message says what to do
     */
    public Pipeline build() {
      if (transform == null || topics.isEmpty()) {
        throw new IllegalArgumentException("say what to read by from(…), and transform(…)");
      }
      return new Pipeline(this);
    }
  }
}
