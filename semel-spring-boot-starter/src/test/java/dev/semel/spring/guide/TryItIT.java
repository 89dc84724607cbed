package dev.semel.spring.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.guide.CodeSnippets;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** What the guide tells its reader to try by hand, on an application with the settings it shows. */
@ExtendWith(PostgresExtension.class)
class TryItIT {
  private final HttpClient client = HttpClient.newHttpClient();
  private final PostgresDatabase database;

  TryItIT(PostgresDatabase database) {
    this.database = database;
  }

  /** The settings of the guide, with a database and a port that are free. */
  private String[] settings() {
    String shown = Objects.requireNonNull(CodeSnippets.of(Path.of("")).text("spring-application"));
    return Stream.concat(
            shown.lines().filter(line -> !line.startsWith("spring.datasource.")),
            Stream.of("spring.datasource.url=" + database.jdbcUrl(), "server.port=0"))
        .map(setting -> "--" + setting)
        .toArray(String[]::new);
  }

  private HttpResponse<String> open(int port) throws IOException, InterruptedException {
    byte[] credentials = "north-olga:olga".getBytes(StandardCharsets.UTF_8);
    return client.send(
        HttpRequest.newBuilder(URI.create("http://localhost:%d/cases".formatted(port)))
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials))
            .header("Idempotency-Key", "3e8c9a52-7f0b-4c7d-9f57-2a8f6b1c0d11")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"complaint\": \"noise\"}"))
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void theSecondOfTwoRequestsIsAReplay() throws IOException, InterruptedException {
    List<HttpResponse<String>> responses = new ArrayList<>();
    try (ConfigurableApplicationContext application =
        SpringApplication.run(CaseworkApplication.class, settings())) {
      int port =
          Objects.requireNonNull(((ServletWebServerApplicationContext) application).getWebServer())
              .getPort();
      responses.add(open(port));
      responses.add(open(port));
    }
    assertThat(responses).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(responses).extracting(HttpResponse::body).containsOnly(responses.get(0).body());
    assertThat(responses.get(0).headers().firstValue("Idempotent-Replayed")).isEmpty();
    assertThat(responses.get(1).headers().firstValue("Idempotent-Replayed")).hasValue("true");
    assertThat(database.queryLong("SELECT count(*) FROM public.casefile")).isEqualTo(1);
  }
}
