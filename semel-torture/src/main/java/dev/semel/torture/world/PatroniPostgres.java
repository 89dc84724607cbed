package dev.semel.torture.world;

import dev.semel.testing.net.FreePorts;
import dev.semel.torture.bank.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Two PostgreSQL servers under Patroni, with etcd: when the one that takes writes is killed, the
 * other takes over. Replication is synchronous, so that what was acknowledged is on both. From
 * installed programs; {@link #isInstalled} says whether they are there.
 */
final class PatroniPostgres implements BankDatabase {
  private static final int MEMBERS = 2;
  private static final Duration MAX_START = Duration.ofMinutes(3);
  private static final Duration MAX_FAILOVER = Duration.ofMinutes(3);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final Path folder;
  private final WatchedProgram etcd;
  private final List<PatroniMember> members = new ArrayList<>();
  private final Thread stopAtExit = new Thread(this::end, "stop-patroni");
  private final Path logs;
  private @Nullable PatroniMember crashed;
  private int failovers;

  private PatroniPostgres(Path folder, Path logs) {
    this.folder = folder;
    this.logs = logs;
    int port = FreePorts.pick();
    this.etcd = WatchedProgram.start(etcd(port), logs.resolve("etcd.log"));
    for (int i = 0; i < MEMBERS; i++) {
      members.add(new PatroniMember("member-" + i, port, folder, logs));
    }
  }

  static boolean isInstalled() {
    return Files.isExecutable(Path.of("/usr/bin/patroni"))
        && Files.isExecutable(Path.of("/usr/bin/etcd"))
        && PatroniMember.binaries() != null;
  }

  /**
   * Starts all of it, and returns when what is acknowledged is on both members.
   *
   * @param logs a folder for what the programs say, which is not deleted with their data
   */
  static PatroniPostgres start(Path logs) {
    PatroniPostgres cluster = new PatroniPostgres(makeFolder(), logs);
    Runtime.getRuntime().addShutdownHook(cluster.stopAtExit);
    try {
      cluster.members.forEach(PatroniMember::start);
      createDatabase(cluster.requirePrimary());
      cluster.requireSynchronousStandby();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static Path makeFolder() {
    try {
      Path folder = Files.createTempDirectory("semel-patroni-");
      PatroniMember.giveToPostgres(folder);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for Patroni", e);
    }
  }

  private List<String> etcd(int port) {
    String clients = "http://%s:%d".formatted(HOST, port);
    String peers = "http://%s:%d".formatted(HOST, FreePorts.pick());
    return List.of(
        "/usr/bin/etcd",
        "--data-dir",
        folder.resolve("etcd").toString(),
        "--listen-client-urls",
        clients,
        "--advertise-client-urls",
        clients,
        "--listen-peer-urls",
        peers,
        "--initial-advertise-peer-urls",
        peers,
        "--initial-cluster",
        "default=" + peers);
  }

  private static void createDatabase(PatroniMember primary) {
    try (Connection connection = primary.connectPatiently("postgres")) {
      Sql.update(connection, "CREATE DATABASE " + NAME);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot make the bank's database", e);
    }
  }

  /** From then on nothing is acknowledged that is on one member only. */
  private void requireSynchronousStandby() {
    if (!await(MAX_START, () -> members.stream().anyMatch(PatroniMember::isSynchronousStandby))) {
      throw new IllegalStateException(
          "Patroni has no synchronous standby; see the logs in " + logs);
    }
  }

  private PatroniMember requirePrimary() {
    PatroniMember primary = awaitPrimary(MAX_START);
    if (primary == null) {
      throw new IllegalStateException("Patroni has no primary; see the logs in " + logs);
    }
    return primary;
  }

  /** Null if there is none in time. */
  private @Nullable PatroniMember awaitPrimary(Duration limit) {
    AtomicReference<@Nullable PatroniMember> found = new AtomicReference<>();
    await(
        limit,
        () -> {
          found.set(primary());
          return found.get() != null;
        });
    return found.get();
  }

  private static boolean await(Duration limit, BooleanSupplier condition) {
    long startNanos = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (Thread.currentThread().isInterrupted()
          || System.nanoTime() - startNanos > limit.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return true;
  }

  private @Nullable PatroniMember primary() {
    return members.stream().filter(PatroniMember::isPrimary).findFirst().orElse(null);
  }

  @Override
  public List<Integer> ports() {
    return members.stream().map(PatroniMember::port).toList();
  }

  @Override
  public synchronized boolean crash() {
    crashed = awaitPrimary(MAX_FAILOVER);
    if (crashed == null) {
      return false;
    }
    crashed.kill();
    return true;
  }

  /** Gives the other member time to take over, before the one that was killed comes back. */
  @Override
  public synchronized void restart() {
    PatroniMember successor = awaitPrimary(MAX_FAILOVER);
    if (successor != null && crashed != null && successor != crashed) {
      failovers++;
    }
    crashed = null;
    members.forEach(PatroniMember::start);
    requirePrimary();
    requireSynchronousStandby();
  }

  @Override
  public boolean isRunning() {
    return members.stream().allMatch(PatroniMember::isRunning);
  }

  @Override
  public synchronized Integer failovers() {
    return failovers;
  }

  @Override
  public String words() {
    return "two PostgreSQL servers under Patroni, replicated synchronously";
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(stopAtExit);
    } catch (IllegalStateException e) {
      // The JVM is going down and runs the hook itself; ending twice does no harm.
    }
    end();
  }

  private void end() {
    members.forEach(PatroniMember::kill);
    etcd.kill();
    new RunFolder(folder).delete();
  }
}
