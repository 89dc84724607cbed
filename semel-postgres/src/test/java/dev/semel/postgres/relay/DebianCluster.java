package dev.semel.postgres.relay;

import dev.semel.testing.net.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A cluster of the installed PostgreSQL 15, with its own programs such as {@code pg_dump}. */
final class DebianCluster implements AutoCloseable {
  static final Path BINARIES = Path.of("/usr/lib/postgresql/15/bin");
  private static final String DATABASE = "postgres";

  private static final long MAX_SECONDS = 120;
  private static final String USER = "postgres";

  private final Path folder;
  private final int port = FreePorts.pick();

  private DebianCluster(Path folder) {
    this.folder = folder;
  }

  static DebianCluster start() throws IOException {
    Path folder = Files.createTempDirectory("semel-cluster");
    giveToServer(folder);
    DebianCluster cluster = new DebianCluster(folder);
    cluster.run("initdb", "-D", cluster.data(), "-U", USER, "--auth=trust", "-E", "UTF8");
    cluster.launch("");
    return cluster;
  }

  /** A physical copy of another cluster, which ends its recovery on a timeline of its own. */
  static DebianCluster ofBackup(DebianCluster from) throws IOException {
    Path folder = Files.createTempDirectory("semel-cluster");
    giveToServer(folder);
    DebianCluster cluster = new DebianCluster(folder);
    cluster.run(
        "pg_basebackup",
        "-D",
        cluster.data(),
        "-h",
        "127.0.0.1",
        "-p",
        Integer.toString(from.port),
        "-U",
        USER,
        "-X",
        "stream",
        "-c",
        "fast");
    Path signal = Files.createFile(folder.resolve("data").resolve("recovery.signal"));
    giveToServer(signal);
    return cluster;
  }

  /** Recovers a physical copy and accepts writes. */
  void recover() throws IOException {
    launch(
        " -c restore_command=false -c recovery_target=immediate -c recovery_target_action=promote");
  }

  private void launch(String options) throws IOException {
    run(
        "pg_ctl",
        "-D",
        data(),
        "-l",
        folder.resolve("log").toString(),
        "-o",
        "-p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c wal_level=logical -c fsync=off%s"
            .formatted(port, options),
        "-w",
        "start");
  }

  private static void giveToServer(Path path) throws IOException {
    if ("root".equals(System.getProperty("user.name"))) {
      Files.setOwner(
          path, path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER));
    }
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  /** For a subscriber. */
  String connection() {
    return "host=127.0.0.1 port=%d dbname=%s user=%s".formatted(port, DATABASE, USER);
  }

  DataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {"127.0.0.1"});
    source.setPortNumbers(new int[] {port});
    source.setDatabaseName(DATABASE);
    source.setUser(USER);
    return source;
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  String query(String sql) throws SQLException {
    try (Connection connection = dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return String.valueOf(row.getString(1));
    }
  }

  /** Dumps the schema of another cluster and restores it here. */
  void restore(DebianCluster from, String... options) throws IOException {
    String file = folder.resolve("dump.sql").toString();
    List<String> dump = new ArrayList<>(List.of("-p", Integer.toString(from.port), "-f", file));
    dump.addAll(List.of("-h", "127.0.0.1", "-U", USER, "-n", "semel"));
    dump.addAll(List.of(options));
    dump.add(DATABASE);
    run("pg_dump", dump.toArray(String[]::new));
    run(
        "psql",
        "-q",
        "-v",
        "ON_ERROR_STOP=1",
        "-h",
        "127.0.0.1",
        "-p",
        Integer.toString(port),
        "-U",
        USER,
        "-f",
        file,
        DATABASE);
  }

  /** PostgreSQL refuses to run as root. */
  private void run(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    if ("root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("runuser", "-u", USER, "--"));
    }
    command.add(BINARIES.resolve(program).toString());
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("semel-" + program, ".log");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IllegalStateException(program + " failed: " + Files.readString(output));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      Files.delete(output);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> paths;
    try (Stream<Path> all = Files.walk(folder)) {
      paths = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.delete(path);
    }
  }

  @Override
  public void close() {
    try {
      run("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
      delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
