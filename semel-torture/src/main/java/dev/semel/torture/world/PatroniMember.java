package dev.semel.torture.world;

import dev.semel.testing.net.FreePorts;
import dev.semel.torture.bank.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One PostgreSQL and the Patroni that looks after it. */
final class PatroniMember {
  private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
  private static final String ROOT = "root";
  private static final int OK = 200;

  private final String name;
  private final Path folder;
  private final Path logs;
  private final Path settings;
  private final int port = FreePorts.pick();
  private final int restPort = FreePorts.pick();
  private final HttpClient http = HttpClient.newHttpClient();
  private @Nullable WatchedProgram patroni;

  PatroniMember(String name, int etcdPort, Path folder, Path logs) {
    this.name = name;
    this.folder = folder;
    this.logs = logs;
    this.settings = folder.resolve(name + ".yml");
    try {
      Files.writeString(settings, settings(etcdPort));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + settings, e);
    }
  }

  /** Where the newest installed PostgreSQL is; null if there is none. */
  static @Nullable Path binaries() {
    if (!Files.isDirectory(INSTALLED)) {
      return null;
    }
    try (Stream<Path> versions = Files.list(INSTALLED)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
          .max(Comparator.naturalOrder())
          .orElse(null);
    } catch (IOException e) {
      return null;
    }
  }

  /** PostgreSQL refuses to run as root, so everything of it belongs to its own user. */
  static void giveToPostgres(Path path) throws IOException {
    if (System.getProperty("user.name").equals(ROOT)) {
      Files.setOwner(
          path,
          path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("postgres"));
    }
  }

  private String settings(int etcdPort) {
    String parameters =
        SinglePostgres.SETTINGS.entrySet().stream()
            .map(setting -> "        %s: %s".formatted(setting.getKey(), setting.getValue()))
            .collect(Collectors.joining("\n"));
    return """
        scope: bank
        name: %1$s
        restapi:
          listen: 127.0.0.1:%2$d
          connect_address: 127.0.0.1:%2$d
        etcd3:
          host: 127.0.0.1:%3$d
        bootstrap:
          dcs:
            ttl: 20
            loop_wait: 1
            retry_timeout: 5
            synchronous_mode: true
            postgresql:
              use_pg_rewind: true
              parameters:
                %8$s: %9$d
        %4$s
          initdb:
            - encoding: UTF8
            - data-checksums
        postgresql:
          listen: 127.0.0.1:%5$d
          connect_address: 127.0.0.1:%5$d
          data_dir: %6$s
          bin_dir: %7$s
          pgpass: %6$s.pgpass
          basebackup:
            - checkpoint: fast
          pg_hba:
            - host all all 127.0.0.1/32 trust
            - host replication all 127.0.0.1/32 trust
          authentication:
            superuser:
              username: postgres
              password: postgres
            replication:
              username: replicator
              password: replicator
          parameters:
            unix_socket_directories: ''
            max_connections: 300
        """
        .formatted(
            name,
            restPort,
            etcdPort,
            parameters,
            port,
            folder.resolve(name),
            Objects.requireNonNull(binaries()),
            BankDatabase.IDLE_LIMIT,
            BankDatabase.MAX_IDLE.toMillis());
  }

  int port() {
    return port;
  }

  synchronized void start() {
    if (isRunning()) {
      return;
    }
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals(ROOT)) {
      command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"));
    }
    command.addAll(List.of("/usr/bin/patroni", settings.toString()));
    patroni = WatchedProgram.start(command, logs.resolve(name + ".log"));
  }

  synchronized boolean isRunning() {
    return patroni != null && patroni.isAlive();
  }

  /** Patroni first, or it would start what is killed next. */
  synchronized void kill() {
    if (patroni != null) {
      patroni.kill();
      patroni = null;
    }
    new Postmaster(folder.resolve(name)).kill();
  }

  /** For what is answered at once, or not at all. */
  Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(url(database) + "&connectTimeout=2&socketTimeout=5");
  }

  /** For what takes its time. */
  Connection connectPatiently(String database) throws SQLException {
    return DriverManager.getConnection(url(database));
  }

  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s?user=postgres".formatted(port, database);
  }

  boolean isPrimary() {
    return holds("SELECT NOT pg_is_in_recovery()");
  }

  /** Whether it has all that was acknowledged, and Patroni knows it: only then it may take over. */
  boolean isSynchronousStandby() {
    if (!isRunning()) {
      return false;
    }
    URI question = URI.create("http://127.0.0.1:%d/sync".formatted(restPort));
    try {
      return http.send(
                  HttpRequest.newBuilder(question).timeout(Duration.ofSeconds(2)).build(),
                  BodyHandlers.discarding())
              .statusCode()
          == OK;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean holds(String question) {
    if (!isRunning()) {
      return false;
    }
    try (Connection connection = connect("postgres")) {
      return Boolean.TRUE.equals(Sql.first(connection, row -> row.getBoolean(1), question));
    } catch (SQLException e) {
      return false;
    }
  }
}
