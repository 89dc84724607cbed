package dev.semel.demo.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the demo says when it cannot start. */
class DemoRefusalsIT {
  @TempDir Path scratch;

  @Test
  void aTakenPortIsTold() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Program program = Program.run(scratch, "--port", Integer.toString(taken.getLocalPort()))) {
      assertThat(program.awaitExit()).isEqualTo(1);
      program.assertOneErrorLine("port %d is not free".formatted(taken.getLocalPort()));
      program.assertOneErrorLine("choose another with --port");
    }
  }

  @Test
  void aFolderThatCannotBeWrittenIsTold() throws IOException {
    Path file = Files.createFile(scratch.resolve("file"));
    try (Program program =
        Program.run(scratch, "--port", "0", "--data", file.resolve("below").toString())) {
      assertThat(program.awaitExit()).isEqualTo(1);
      program.assertOneErrorLine("choose a folder of your own with --data");
    }
  }

  @Test
  void aDatabaseThatDoesNotAnswerIsTold() {
    try (Program program =
        Program.run(scratch, "--port", "0", "--url", "jdbc:postgresql://localhost:1/nowhere")) {
      assertThat(program.awaitExit()).isEqualTo(1);
      program.assertOneErrorLine("check the address, --user and --password");
    }
  }

  @Test
  void aDatabaseWithoutTheRightsIsTold() {
    try (PostgresDatabase database = PostgresServer.shared().newDatabase("rights")) {
      String user = "weak_" + database.name();
      database.execute("CREATE ROLE %s LOGIN".formatted(user));
      String url = "jdbc:postgresql://localhost:%d/%s".formatted(database.port(), database.name());
      try (Program program = Program.run(scratch, "--port", "0", "--url", url, "--user", user)) {
        assertThat(program.awaitExit()).isEqualTo(1);
        program.assertOneErrorLine("GRANT CREATE ON DATABASE");
      }
      database.execute("DROP ROLE " + user);
    }
  }

  @Test
  void optionsAreExplained() {
    try (Program program = Program.run(scratch, "--help")) {
      assertThat(program.awaitOutput()).contains("--port", "--data", "--url");
      assertThat(program.awaitExit()).isZero();
    }
    try (Program program = Program.run(scratch, "--prot", "1")) {
      assertThat(program.awaitExit()).isEqualTo(2);
      assertThat(program.errors()).startsWith("semel demo: there is no option --prot");
    }
  }
}
