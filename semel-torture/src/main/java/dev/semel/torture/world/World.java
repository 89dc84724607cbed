package dev.semel.torture.world;

import dev.semel.postgres.PostgresStore;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.net.FaultProxy;
import dev.semel.torture.bank.Bank;
import dev.semel.torture.bank.Sql;
import dev.semel.torture.role.Parts;
import dev.semel.torture.role.RoleSettings;
import dev.semel.torture.role.RoleSettings.Role;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

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
  private final BankDatabase database;
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
   * @param database between the node and each member of PostgreSQL
   * @param provider between the node and the payment provider
   */
  public record NodeAccess(
      RoleProcess process, FaultProxy clients, List<FaultProxy> database, FaultProxy provider) {}

  private World(Cast cast, Path folder) {
    this.folder = folder;
    int brokerPort = FreePorts.pick();
    brokerLink = add(FaultProxy.to(LOOPBACK, brokerPort));
    // Both take seconds to start, and neither needs the other.
    CompletableFuture<KafkaCluster> starting =
        CompletableFuture.supplyAsync(() -> kafka(brokerPort));
    database = add(cast.failover() ? PatroniPostgres.start() : SinglePostgres.start());
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

  /** Whether the programs are installed that a database with a standby needs. */
  public static boolean canFailOver() {
    return PatroniPostgres.isInstalled();
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
    try (Connection connection = database.connect()) {
      Sql.update(connection, Bank.SCHEMA);
      for (String tenant : TENANTS) {
        Sql.update(connection, "INSERT INTO tenant (name, accounts) VALUES (?, 0)", tenant);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("cannot make the bank's tables", e);
    }
  }

  /** A proxy to each member of the database. */
  private List<FaultProxy> databaseLinks() {
    return database.ports().stream().map(port -> add(FaultProxy.to(LOOPBACK, port))).toList();
  }

  private NodeAccess node(int index, boolean broken) {
    int port = FreePorts.pick();
    FaultProxy clients = add(FaultProxy.to(LOOPBACK, port));
    List<FaultProxy> toDatabase = databaseLinks();
    FaultProxy toProvider = add(FaultProxy.to(LOOPBACK, provider.port()));
    RoleSettings settings =
        settings(Role.NODE, "node-" + index, port, toDatabase, toProvider, broken);
    return new NodeAccess(add(new RoleProcess(settings, folder)), clients, toDatabase, toProvider);
  }

  private RoleProcess process(Role role, String name) {
    return add(new RoleProcess(settings(role, name, 0, databaseLinks(), null, false), folder));
  }

  private RoleSettings settings(
      Role role,
      String name,
      int port,
      List<FaultProxy> toDatabase,
      @Nullable FaultProxy toProvider,
      boolean broken) {
    return new RoleSettings(
        role,
        name,
        port,
        BankDatabase.jdbcUrl(toDatabase.stream().map(FaultProxy::port).toList()),
        LOOPBACK + ":" + brokerLink.port(),
        toProvider == null ? "" : "http://" + LOOPBACK + ":" + toProvider.port(),
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

  public BankDatabase database() {
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
    for (NodeAccess node : nodes) {
      node.clients().heal();
      node.database().forEach(FaultProxy::heal);
      node.provider().heal();
    }
    if (!database.isRunning()) {
      database.restart();
    }
    if (!kafka.isRunning(0)) {
      kafka.startBroker(0);
    }
    processes().forEach(RoleProcess::start);
  }

  /** Kills the bank's processes, then ends the servers. */
  @Override
  public void close() {
    // Nothing of it is used again, and a broker takes long to stop in order.
    kafka.killBroker(0);
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        // The rest has to be ended all the same.
      }
    }
  }
}
