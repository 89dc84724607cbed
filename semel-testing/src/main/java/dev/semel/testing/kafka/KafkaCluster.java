package dev.semel.testing.kafka;

import dev.semel.testing.internal.ServerHome;
import dev.semel.testing.net.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * A real Kafka: one broker, or three of which one may be lost. Every broker is a controller too.
 * Brokers are counted from 0. Topics are never made by themselves.
 *
 * <p>They run in this JVM, or each in a JVM of its own, which can be killed. Data lies in a
 * temporary folder that is deleted on close, or in a folder that is kept, to be started from again.
 * A JVM that ends takes its brokers with it; what one that was killed has left in a temporary
 * folder is deleted by the next.
 *
 * <p>Safe for use by several threads.
 */
public final class KafkaCluster implements AutoCloseable {
  private static final Duration MAX_START = Duration.ofMinutes(2);

  private final String bootstrapServers;
  private final List<Broker> brokers;
  private final @Nullable ServerHome temporary;
  private boolean closed;

  private KafkaCluster(
      String bootstrapServers, List<Broker> brokers, @Nullable ServerHome temporary) {
    this.bootstrapServers = bootstrapServers;
    this.brokers = List.copyOf(brokers);
    this.temporary = temporary;
  }

  /**
   * One broker for all tests of this JVM, started when it is first asked for, ended with the JVM.
   * Tests that share it use topics and groups of their own, and do not stop it.
   */
  public static KafkaCluster shared() {
    return Shared.CLUSTER;
  }

  /** One broker in this JVM. */
  public static KafkaCluster start() {
    return builder().start();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Where clients connect: all brokers, running or not. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** How many brokers it has, running or not. */
  public int brokers() {
    return brokers.size();
  }

  /** Makes a topic, or does nothing if it is there. Returns when it can be used. */
  public void createTopic(String name, int partitions, int replication) {
    createTopic(name, partitions, replication, Map.of());
  }

  /** As {@link #createTopic(String, int, int)}, with the topic's own configuration. */
  public void createTopic(
      String name, int partitions, int replication, Map<String, String> configuration) {
    NewTopic topic = new NewTopic(name, partitions, (short) replication).configs(configuration);
    TopicMaker.make(bootstrapServers, topic);
  }

  /** Whether the broker runs. */
  public synchronized boolean isRunning(int broker) {
    return brokers.get(broker).isRunning();
  }

  /** Stops a broker in order: what it leads goes to others first, if enough of them are left. */
  public synchronized void stopBroker(int broker) {
    brokers.get(broker).stop(runningCount() <= brokers.size() / 2);
  }

  /**
   * Ends a broker as {@code kill -9} does.
   *
   * @throws KafkaClusterException if it has no {@linkplain Builder#ownProcesses process of its own}
   */
  public synchronized void killBroker(int broker) {
    brokers.get(broker).kill();
  }

  /** Starts brokers that do not run, with the data they have, and returns when they are up. */
  public synchronized void startBroker(int... which) {
    IntStream.of(which).forEach(broker -> brokers.get(broker).beginStart());
    IntStream.of(which).forEach(broker -> brokers.get(broker).awaitStart(MAX_START));
  }

  private int runningCount() {
    return (int) brokers.stream().filter(Broker::isRunning).count();
  }

  /** Stops all brokers, and deletes their data if the folder was a temporary one. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (int broker = 0; broker < brokers.size(); broker++) {
      stopBroker(broker);
    }
    if (temporary != null) {
      temporary.delete();
    }
  }

  /** How a cluster is made. Used by one thread. */
  public static final class Builder {
    private int brokers = 1;
    private @Nullable Path dataDirectory;
    private int firstPort;
    private boolean ownProcesses;
    private final Map<String, String> settings = new HashMap<>();

    private Builder() {}

    /** How many: 1, unless told, or 3. */
    public Builder brokers(int number) {
      if (number != 1 && number != 3) {
        throw new IllegalArgumentException(
            number + " brokers: one, or three of which one may be lost, are supported");
      }
      brokers = number;
      return this;
    }

    /** Keeps the data in this folder, and starts from what is there. */
    public Builder dataDirectory(Path folder) {
      dataDirectory = folder;
      return this;
    }

    /** Where the first broker listens, the others on the ports after it; free ones unless told. */
    public Builder port(int first) {
      if (first < 1 || first > 65_000) {
        throw new IllegalArgumentException("port " + first + " is not between 1 and 65000");
      }
      firstPort = first;
      return this;
    }

    /** Runs every broker in a JVM of its own, so that it can be killed. */
    public Builder ownProcesses() {
      ownProcesses = true;
      return this;
    }

    /** Sets a property of the brokers. */
    public Builder setting(String name, String value) {
      settings.put(name, value);
      return this;
    }

    /** Starts it, and returns when all brokers are up. */
    public KafkaCluster start() {
      if (dataDirectory != null) {
        checkSize(dataDirectory);
        return startIn(Folders.made(dataDirectory), null);
      }
      ServerHome temporary = ServerHome.make("kafka");
      return startIn(temporary.path(), temporary);
    }

    private KafkaCluster startIn(Path folder, @Nullable ServerHome temporary) {
      List<Integer> forClients = firstPort == 0 ? freePorts() : fixedPorts();
      BrokerSettings common = new BrokerSettings(forClients, freePorts());
      String clusterId = Uuid.randomUuid().toString();
      List<Broker> nodes = new ArrayList<>();
      for (int id = 0; id < brokers; id++) {
        Path own = folder.resolve("broker-" + id);
        BrokerNode node = new BrokerNode(id, clusterId, own, common.of(id, own, settings));
        nodes.add(ownProcesses ? new ProcessBroker(node) : new LocalBroker(node));
      }
      return started(new KafkaCluster(common.bootstrapServers(), nodes, temporary));
    }

    private void checkSize(Path folder) {
      int there = Folders.countIn(folder);
      if (there != 0 && there != brokers) {
        throw new IllegalArgumentException(
            "%s has the data of %d brokers, and %d are asked for; use another folder"
                .formatted(folder, there, brokers));
      }
    }

    private List<Integer> freePorts() {
      return Stream.generate(FreePorts::pick).limit(brokers).toList();
    }

    private List<Integer> fixedPorts() {
      return IntStream.range(firstPort, firstPort + brokers).boxed().toList();
    }

    private KafkaCluster started(KafkaCluster cluster) {
      try {
        cluster.startBroker(IntStream.range(0, brokers).toArray());
        return cluster;
      } catch (RuntimeException e) {
        cluster.close();
        throw e;
      }
    }
  }

  /** Started by whoever asks first. */
  private static final class Shared {
    static final KafkaCluster CLUSTER = startForGood();

    private static KafkaCluster startForGood() {
      KafkaCluster cluster = KafkaCluster.start();
      Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "kafka-shared-stop"));
      return cluster;
    }
  }
}
