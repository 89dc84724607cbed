package dev.semel.torture.world;

import dev.semel.postgres.PostgresStore;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;
import dev.semel.torture.bank.Bank;
import dev.semel.torture.role.Parts;
import dev.semel.torture.role.RoleSettings;
import dev.semel.torture.role.RoleSettings.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Everything that runs: PostgreSQL, Kafka, the processes of the bank, the payment provider, and a
 * proxy wherever two of them speak. Ended as a whole by {@link #close}.
 */
public final class World implements AutoCloseable {
  /** Whose money it is. Their accounts have the same numbers, and clients use the same keys. */
  public static final List<String> TENANTS = List.of("acme", "beta", "core");

  private static final Duration MAX_START = Duration.ofMinutes(3);
  private static final int PARTITIONS = 6;
  private static final String LOOPBACK = "127.0.0.1";

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Path folder;
  private final OwnPostgresServer postgres;
  private final PostgresDatabase database;
  private final KafkaCluster kafka;
  private final FaultProxy brokerLink;
  private final Provider provider;
  private final List<NodeAccess> nodes = new ArrayList<>();
  private final List<RoleProcess> relays = new ArrayList<>();
  private final List<RoleProcess> consumers = new ArrayList<>();
  private final RoleProcess janitor;

  /**
   * A node and the links to and from it.
   *
   * @param clients between the clients and the node
   * @param database between the node and PostgreSQL
   * @param provider between the node and the payment provider
   */
  public record NodeAccess(
      RoleProcess process, FaultProxy clients, FaultProxy database, FaultProxy provider) {}

  private World(Cast cast, Path folder) {
    this.folder = folder;
    int brokerPort = FreePorts.pick();
    brokerLink = add(FaultProxy.to(LOOPBACK, brokerPort));
    // Both take seconds to start, and neither needs the other.
    CompletableFuture<KafkaCluster> starting =
        CompletableFuture.supplyAsync(() -> kafka(brokerPort));
    postgres = add(PostgresServer.start(postgresSettings()));
    database = postgres.database("bank");
    setUpDatabase();
    kafka = add(starting.join());
    kafka.createTopic(Parts.TOPIC, PARTITIONS, 1);
    provider = add(Provider.start());
    for (int i = 0; i < cast.nodes(); i++) {
      nodes.add(node(i, cast.broken() && i == 0));
    }
    for (int i = 0; i < cast.relays(); i++) {
      relays.add(process(Role.RELAY, "relay-" + i));
    }
    for (int i = 0; i < cast.consumers(); i++) {
      consumers.add(process(Role.CONSUMER, "consumer-" + i));
    }
    janitor = process(Role.JANITOR, "janitor");
  }

  /**
   * Starts everything, and returns when the nodes take requests.
   *
   * @param folder for the brokers' data and the processes' logs
   */
  public static World start(Cast cast, Path folder) {
    World world = new World(cast, folder);
    try {
      world.processes().forEach(RoleProcess::start);
      world.nodes.forEach(node -> requireReady(node.process()));
      return world;
    } catch (RuntimeException e) {
      world.close();
      throw e;
    }
  }

  private static void requireReady(RoleProcess process) {
    if (!process.awaitReady(MAX_START)) {
      throw new IllegalStateException(
          "%s does not start: %s".formatted(process.name(), process.log()));
    }
  }

  private <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  private static PostgresSettings postgresSettings() {
    return PostgresSettings.durable()
        // Deadlocks are part of the load, and nobody should wait a second for one to be seen.
        .with("deadlock_timeout", "100ms")
        .with("idle_in_transaction_session_timeout", "20s");
  }

  private KafkaCluster kafka(int port) {
    return KafkaCluster.builder()
        .ownProcesses()
        .dataDirectory(folder.resolve("kafka"))
        .port(port)
        .setting("advertised.listeners", "CLIENTS://%s:%d".formatted(LOOPBACK, brokerLink.port()))
        .start();
  }

  private void setUpDatabase() {
    Objects.requireNonNull(PostgresStore.builder(database.dataSource()).migrate().build());
    database.execute(Bank.SCHEMA);
    for (String tenant : TENANTS) {
      database.execute("INSERT INTO tenant (name, accounts) VALUES ('%s', 0)".formatted(tenant));
    }
  }

  private NodeAccess node(int index, boolean broken) {
    int port = FreePorts.pick();
    FaultProxy clients = add(FaultProxy.to(LOOPBACK, port));
    FaultProxy toDatabase = add(FaultProxy.to(postgres.host(), postgres.port()));
    FaultProxy toProvider = add(FaultProxy.to(LOOPBACK, provider.port()));
    RoleSettings settings =
        settings(Role.NODE, "node-" + index, port, toDatabase, toProvider, broken);
    return new NodeAccess(add(new RoleProcess(settings, folder)), clients, toDatabase, toProvider);
  }

  private RoleProcess process(Role role, String name) {
    FaultProxy toDatabase = add(FaultProxy.to(postgres.host(), postgres.port()));
    FaultProxy unused = toDatabase;
    return add(new RoleProcess(settings(role, name, 0, toDatabase, unused, false), folder));
  }

  private RoleSettings settings(
      Role role,
      String name,
      int port,
      FaultProxy toDatabase,
      FaultProxy toProvider,
      boolean broken) {
    return new RoleSettings(
        role,
        name,
        port,
        "jdbc:postgresql://%s:%d/%s?user=%s"
            .formatted(toDatabase.host(), toDatabase.port(), database.name(), database.user()),
        LOOPBACK + ":" + brokerLink.port(),
        "http://" + LOOPBACK + ":" + toProvider.port(),
        1,
        Duration.ZERO,
        broken);
  }

  public List<NodeAccess> nodes() {
    return List.copyOf(nodes);
  }

  public List<RoleProcess> relays() {
    return List.copyOf(relays);
  }

  public List<RoleProcess> consumers() {
    return List.copyOf(consumers);
  }

  public RoleProcess janitor() {
    return janitor;
  }

  public List<RoleProcess> processes() {
    List<RoleProcess> all = new ArrayList<>();
    nodes.forEach(node -> all.add(node.process()));
    all.addAll(relays);
    all.addAll(consumers);
    all.add(janitor);
    return all;
  }

  public OwnPostgresServer postgres() {
    return postgres;
  }

  public PostgresDatabase database() {
    return database;
  }

  public KafkaCluster kafka() {
    return kafka;
  }

  /** Between Kafka and all that speak to it. */
  public FaultProxy brokerLink() {
    return brokerLink;
  }

  public Provider provider() {
    return provider;
  }

  /** Ends all faults on all links, and starts what does not run. */
  public void heal() {
    brokerLink.heal();
    nodes.forEach(
        node ->
            List.of(node.clients(), node.database(), node.provider()).forEach(FaultProxy::heal));
    if (!postgres.isRunning()) {
      postgres.restart();
    }
    if (!kafka.isRunning(0)) {
      kafka.startBroker(0);
    }
    processes().forEach(RoleProcess::start);
  }

  /** Kills the bank's processes, then ends the servers. */
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        // The rest has to be ended all the same.
      }
    }
  }
}
