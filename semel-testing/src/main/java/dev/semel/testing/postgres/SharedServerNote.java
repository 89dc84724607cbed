package dev.semel.testing.postgres;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;

/**
 * What a keeper leaves in its folder for those who look for its server.
 *
 * @param port where the server listens
 * @param keeperPid the keeper's process id
 * @param watched the process whose end ends it
 */
record SharedServerNote(int port, long keeperPid, WatchedProcess watched) {

  private static final String FILE = "server.properties";

  /** Writes the note so that a reader sees all of it or nothing. */
  void writeTo(Path folder) {
    Properties properties = new Properties();
    properties.setProperty("port", Integer.toString(port));
    properties.setProperty("keeperPid", Long.toString(keeperPid));
    properties.setProperty("watchedPid", Long.toString(watched.pid()));
    properties.setProperty("watchedStart", watched.start().toString());
    Path draft = folder.resolve(FILE + ".draft");
    try {
      try (Writer writer = Files.newBufferedWriter(draft)) {
        properties.store(writer, null);
      }
      Files.move(draft, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + folder.resolve(FILE), e);
    }
  }

  /** Reads the note, which may not be there yet or any more. */
  static Optional<SharedServerNote> readFrom(Path folder) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(folder.resolve(FILE))) {
      properties.load(reader);
    } catch (IOException e) {
      return Optional.empty();
    }
    return Optional.of(
        new SharedServerNote(
            Integer.parseInt(properties.getProperty("port")),
            Long.parseLong(properties.getProperty("keeperPid")),
            new WatchedProcess(
                Long.parseLong(properties.getProperty("watchedPid")),
                Instant.parse(properties.getProperty("watchedStart")))));
  }
}
