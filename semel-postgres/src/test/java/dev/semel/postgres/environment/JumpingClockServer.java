package dev.semel.postgres.environment;

import dev.semel.testing.internal.ServerHome;
import dev.semel.testing.internal.ServerProcess;
import dev.semel.testing.net.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server of the system whose clock can be set, by Debian's libfaketime. Timeouts and
 * sleeps of the server are not affected.
 */
final class JumpingClockServer implements AutoCloseable {
  static final String HOW_TO_INSTALL =
      "libfaketime and a PostgreSQL server are not installed; on Debian: apt-get install faketime postgresql";

  private static final String USER = "postgres";
  private static final Duration START_LIMIT = Duration.ofMinutes(1);

  /** PostgreSQL refuses to run as root. */
  private static final List<String> AS_NOBODY =
      "root".equals(System.getProperty("user.name"))
          ? List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
          : List.of();

  private final ServerHome home = ServerHome.make("jumping-clock");
  private final Path data = home.resolve("data");
  private final int port = FreePorts.pick();
  private final ServerProcess server;

  private JumpingClockServer(Path programs, Path library) {
    jump(Duration.ZERO);
    makeFolderOfNobody();
    run(
        List.of(programs.resolve("initdb").toString(), "-D", data.toString(), "-U", USER),
        "Success");
    server =
        run(
            List.of(
                "/usr/bin/env",
                "LD_PRELOAD=" + library,
                "FAKETIME_TIMESTAMP_FILE=" + home.resolve("offset"),
                "FAKETIME_NO_CACHE=1",
                "FAKETIME_DONT_FAKE_MONOTONIC=1",
                programs.resolve("postgres").toString(),
                "-D",
                data.toString(),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories="),
            "ready to accept connections");
  }

  static boolean isInstalled() {
    return programs().isPresent() && library().isPresent();
  }

  static JumpingClockServer start() {
    return new JumpingClockServer(programs().orElseThrow(), library().orElseThrow());
  }

  private static Optional<Path> programs() {
    return newestIn(Path.of("/usr/lib/postgresql"), "bin/postgres").map(Path::getParent);
  }

  private static Optional<Path> library() {
    return newestIn(Path.of("/usr/lib"), "faketime/libfaketime.so.1");
  }

  private static Optional<Path> newestIn(Path folder, String file) {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> children = Files.list(folder)) {
      return children.map(child -> child.resolve(file)).filter(Files::exists).max(Path::compareTo);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void makeFolderOfNobody() {
    try {
      Files.createDirectory(data);
      if (!AS_NOBODY.isEmpty()) {
        Files.setOwner(
            data,
            data.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ServerProcess run(List<String> command, String success) {
    List<String> all = new ArrayList<>(AS_NOBODY);
    all.addAll(command);
    ServerProcess process = ServerProcess.start(home, all, Map.of());
    if (!process.awaits(() -> home.log().says(success, 0), START_LIMIT)
        && !home.log().says(success, 0)) {
      process.kill();
      throw new IllegalStateException("the server does not start" + home.log().tail());
    }
    return process;
  }

  /** Sets the server's clock to the machine's time plus an offset, which may be negative. */
  void jump(Duration offset) {
    home.write("offset", "%+d".formatted(offset.toSeconds()));
  }

  DataSource dataSource() {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setServerNames(new String[] {"127.0.0.1"});
    dataSource.setPortNumbers(new int[] {port});
    dataSource.setDatabaseName(USER);
    dataSource.setUser(USER);
    return dataSource;
  }

  @Override
  public void close() {
    server.kill();
    home.delete();
  }
}
