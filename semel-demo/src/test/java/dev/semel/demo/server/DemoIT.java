package dev.semel.demo.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do with the demo: start it, stop it, kill it, start it again. */
class DemoIT {
  @TempDir Path scratch;

  @Test
  @Tag("thorough")
  void aKilledDemoIsRecoveredByTheNextStart() throws Exception {
    Path data = scratch.resolve("kept");
    String first;
    try (Program program = Program.run(scratch, "--port", "0", "--data", data.toString())) {
      HttpResponse<String> opened = openCase(program.awaitPort());
      assertThat(opened.statusCode()).isEqualTo(201);
      first = opened.body();
      awaitArrival(program.port());
      program.kill();
    }
    ProcessHandle leftBehind = postmaster(data);
    assertThat(isPostgres(leftBehind)).isTrue();

    try (Program program = Program.run(scratch, "--port", "0", "--data", data.toString())) {
      HttpResponse<String> again = openCase(program.awaitPort());

      assertThat(again.statusCode()).isEqualTo(201);
      assertThat(again.body()).isEqualTo(first);
      assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
      assertThat(isPostgres(leftBehind)).isFalse();
      awaitArrival(program.port());
      refusesToShareItsFolder(data);
      ProcessHandle postmaster = postmaster(data);
      program.interrupt();
      program.awaitExit();
      assertThat(isPostgres(postmaster)).isFalse();
      assertThat(program.errors()).isEmpty();
    }
  }

  /** All events have come through Kafka, those of an earlier start too, and none twice. */
  private static void awaitArrival(int port) throws Exception {
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () ->
                assertThat(get(port, "/api/flow"))
                    .contains("\"committed\":52,\"waiting\":0")
                    .containsPattern("\"records\":5[2-9],")
                    .contains("\"applied\":52"));
    assertThat(get(port, "/api/dashboard")).contains("\"behind\":0");
  }

  private void refusesToShareItsFolder(Path data) {
    try (Program second = Program.run(scratch, "--port", "0", "--data", data.toString())) {
      assertThat(second.awaitExit()).isEqualTo(1);
      second.assertOneErrorLine("stop it or use another folder");
    }
  }

  @Test
  @Tag("thorough")
  void itTellsTheAddressAndThreeLinesToTryAndCtrlCLeavesNothingBehind() throws Exception {
    Path folder;
    try (Program program = Program.run(scratch, "--port", "0")) {
      int port = program.awaitPort();
      folder = temporaryFolderOf(program);
      program.interrupt();

      assertThat(program.awaitOutput().lines().filter(line -> line.strip().startsWith("curl ")))
          .hasSize(3)
          .allMatch(line -> line.contains("localhost:%d/api/cases".formatted(port)));
      program.awaitExit();
      assertThat(program.errors()).isEmpty();
    }
    assertThat(folder).doesNotExist();
  }

  @Test
  void aDatabaseOfOnesOwnIsUsedAndLeftRunning() throws Exception {
    try (PostgresDatabase database = PostgresServer.shared().newDatabase("own")) {
      try (Program program = Program.run(scratch, "--port", "0", "--url", database.jdbcUrl())) {
        assertThat(openCase(program.awaitPort()).statusCode()).isEqualTo(201);
        program.interrupt();
        program.awaitExit();
        assertThat(program.errors()).isEmpty();
      }
      assertThat(
              database.queryLong(
                  "SELECT count(*) FROM casework.complaint_case WHERE source = 'test'"))
          .isEqualTo(1);
    }
  }

  private static ProcessHandle postmaster(Path data) throws IOException {
    String pid = Files.readAllLines(data.resolve("data").resolve("postmaster.pid")).get(0);
    return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }

  /** A process that nobody has reaped yet counts as alive, but has no command any more. */
  private static boolean isPostgres(ProcessHandle process) {
    return process.info().command().filter(command -> command.contains("postgres")).isPresent();
  }

  private static Path temporaryFolderOf(Program program) throws IOException {
    Path servers =
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "semel-postgres-" + System.getProperty("user.name"));
    try (Stream<Path> folders = Files.list(servers)) {
      String prefix = "own-%d-".formatted(program.pid());
      return folders
          .filter(folder -> folder.getFileName().toString().startsWith(prefix))
          .findFirst()
          .orElseThrow();
    }
  }

  private static String get(int port, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(port, path)))
            .header("Authorization", "Bearer north-olga")
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private static HttpResponse<String> openCase(int port) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:%d/api/cases".formatted(port)))
            .header("Authorization", "Bearer north-olga")
            .header("Idempotency-Key", "survives")
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    "{\"source\": \"test\", \"complaintRef\": \"1\", \"subject\": \"Noise\"}"))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }
}
