package dev.semel.testing.postgres;

import dev.semel.testing.internal.LogFile;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts the JVM in which a {@link ServerKeeper} runs. */
final class KeeperProcess {

  private static final List<Path> PLACES_OF_SETSID = List.of(Path.of("/usr/bin/setsid"));

  /** What the keeper must know of this JVM to act as if it were part of it. */
  private static final List<String> INHERITED_PROPERTIES =
      List.of(
          "java.io.tmpdir", "user.name", "ot.epg.working-dir", PostgresServer.BINARIES_PROPERTY);

  private KeeperProcess() {}

  static LogFile log(ServerFolder folder) {
    return new LogFile(folder.path().resolve("keeper.log"));
  }

  static Process start(ServerFolder folder, WatchedProcess watched) {
    try {
      Files.createDirectories(folder.path());
      // No pipe to this JVM: the keeper outlives it, and a pipe left open would hold up whoever
      // waits
      // for this JVM's output to end.
      return new ProcessBuilder(command(folder, watched))
          .redirectErrorStream(true)
          .redirectOutput(Redirect.appendTo(log(folder).path().toFile()))
          .directory(new File(System.getProperty("java.io.tmpdir")))
          .start();
    } catch (IOException e) {
      throw new PostgresServerException("cannot start the keeper of the PostgreSQL server", e);
    }
  }

  private static List<String> command(ServerFolder folder, WatchedProcess watched) {
    List<String> command = new ArrayList<>();
    // A session of its own, so that what ends the build's whole process group spares the keeper,
    // which then ends the server.
    PLACES_OF_SETSID.stream().filter(Files::isExecutable).map(Path::toString).forEach(command::add);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(inheritedProperties());
    command.addAll(List.of("-cp", classpath(), ServerKeeper.class.getName()));
    command.addAll(
        List.of(
            folder.path().toString(), Long.toString(watched.pid()), watched.start().toString()));
    return command;
  }

  private static List<String> inheritedProperties() {
    return INHERITED_PROPERTIES.stream()
        .filter(name -> System.getProperty(name) != null)
        .map(name -> "-D" + name + "=" + System.getProperty(name))
        .toList();
  }

  private static String classpath() {
    return Stream.of("java.class.path", "jdk.module.path")
        .map(name -> System.getProperty(name, ""))
        .flatMap(path -> Stream.of(path.split(File.pathSeparator)))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }
}
