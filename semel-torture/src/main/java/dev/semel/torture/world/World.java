package dev.semel.torture.world;

import dev.semel.postgres.PostgresStore;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.net.FreePorts;
import dev.semel.torture.bank.Bank;
import dev.semel.torture.bank.Sql;
import dev.semel.torture.check.Snapshot.Leftovers;
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

  private final Deque<AutoCloseable> parts;
  private final Path folder;
  private final BankDatabase database;
  private final KafkaCluster kafka;
  private final FaultProxy brokerLink;
  private final Provider provider;
  private final List<NodeAccess> nodes = new ArrayList<>();
  private final List<Party> relays = new ArrayList<>();
  private final List<Party> consumers = new ArrayList<>();
  private final Party janitor;
  private final Readiness readiness = new Readiness(MAX_START);

  /**
   * A process that speaks to the database.
   *
   * @param database between it and each member of PostgreSQL
   */
  public record Party(RoleProcess process, List<FaultProxy> database) {}

  /**
   * A node and the links to and from it.
   *
   * @param clients between the clients and the node
   * @param provider between the node and the payment provider
   */
  public record NodeAccess(Party party, FaultProxy clients, FaultProxy provider) {
    public RoleProcess process() {
      return party.process();
    }
  }

  private World(Cast cast, Path folder, Deque<AutoCloseable> parts) {
    this.folder = folder;
    this.parts = parts;
    int brokerPort = FreePorts.pick();
    brokerLink = add(FaultProxy.to(LOOPBACK, brokerPort));
    // Both take seconds to start, and neither needs the other.
    CompletableFuture<KafkaCluster> starting =
        CompletableFuture.supplyAsync(() -> kafka(brokerPort));
    parts.push(() -> starting.join().close());
    database = add(cast.failover() ? PatroniPostgres.start(folder) : SinglePostgres.start());
    setUpDatabase();
    kafka = starting.join();
    kafka.createTopic(Parts.TOPIC, PARTITIONS, 1);
    provider = add(Provider.start());
    for (int i = 0; i < cast.nodes(); i++) {
      nodes.add(node(i, cast.broken() && i == 0));
    }
    for (int i = 0; i < cast.relays(); i++) {
      relays.add(party(Role.RELAY, "relay-" + i));
    }
    for (int i = 0; i < cast.consumers(); i++) {
      consumers.add(party(Role.CONSUMER, "consumer-" + i));
    }
    janitor = party(Role.JANITOR, "janitor");
  }

  /**
   * Starts everything, and returns when the nodes take requests.
   *
   * @param folder for the brokers' data and the processes' logs
   */
  public static World start(Cast cast, Path folder) {
    return start(cast, folder, new ArrayDeque<>());
  }

  /**
   * The same, telling what was started.
   *
   * @param parts in the order in which they are to be closed; closed and empty if it fails
   */
  static World start(Cast cast, Path folder, Deque<AutoCloseable> parts) {
    try {
      World world = new World(cast, folder, parts);
      world.processes().forEach(RoleProcess::start);
      world.nodes.forEach(node -> requireReady(node.process()));
      return world;
    } catch (RuntimeException | Error e) {
      closeAll(parts);
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
      database.endIdleTransactionsAfter(BankDatabase.MAX_IDLE);
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
    Party party = new Party(add(new RoleProcess(settings, folder)), toDatabase);
    return new NodeAccess(party, clients, toProvider);
  }

  private Party party(Role role, String name) {
    List<FaultProxy> toDatabase = databaseLinks();
    RoleSettings settings = settings(role, name, 0, toDatabase, null, false);
    return new Party(add(new RoleProcess(settings, folder)), toDatabase);
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
    return relays.stream().map(Party::process).toList();
  }

  public List<RoleProcess> consumers() {
    return consumers.stream().map(Party::process).toList();
  }

  public RoleProcess janitor() {
    return janitor.process();
  }

  /** All that speak to the database. */
  public List<Party> parties() {
    List<Party> all = new ArrayList<>();
    nodes.forEach(node -> all.add(node.party()));
    all.addAll(relays);
    all.addAll(consumers);
    all.add(janitor);
    return all;
  }

  public List<RoleProcess> processes() {
    return parties().stream().map(Party::process).toList();
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

  /** Waits until a process is at work. If it never is, {@link #leftovers} tells. */
  public void awaitReady(RoleProcess process) {
    readiness.await(process);
  }

  /** What became of the processes: those that did not start, and those that ended by themselves. */
  public Leftovers leftovers() {
    List<String> stuck = new ArrayList<>(readiness.failures());
    for (RoleProcess process : processes()) {
      if (process.unexpectedEnds() > 0) {
        stuck.add(
            "%s ended by itself %d times".formatted(process.name(), process.unexpectedEnds()));
      }
    }
    return new Leftovers(processes().size(), stuck);
  }

  /** How often processes were asked to end, did not in time, and had to be killed. */
  public int forcedEnds() {
    return processes().stream().mapToInt(RoleProcess::forcedEnds).sum();
  }

  /** Ends all faults on all links, starts what does not run, and waits until all is at work. */
  public void heal() {
    brokerLink.heal();
    for (NodeAccess node : nodes) {
      node.clients().heal();
      node.provider().heal();
    }
    parties().forEach(party -> party.database().forEach(FaultProxy::heal));
    if (!database.isRunning()) {
      database.restart();
    }
    if (!kafka.isRunning(0)) {
      kafka.startBroker(0);
    }
    processes().forEach(RoleProcess::start);
    processes().forEach(this::awaitReady);
  }

  /** Kills the bank's processes, then ends the servers. */
  @Override
  public void close() {
    // Nothing of it is used again, and a broker takes long to stop in order.
    parts.push(() -> kafka.killBroker(0));
    closeAll(parts);
  }

  private static void closeAll(Deque<AutoCloseable> parts) {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        // The rest has to be ended all the same.
      }
    }
  }
}
