package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.server.ProbeServlet;
import dev.semel.http.server.TestServer;
import dev.semel.http.server.TestServer.Container;
import dev.semel.http.server.WebApp;
import jakarta.servlet.MultipartConfigElement;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** Serves every probe three times: plain, with the body buffered, and buffered and run again. */
final class ProbeServer implements AutoCloseable {
  private final Path directory;
  private final TestServer server;
  private final HttpClient client;

  ProbeServer(Container container, Version version) throws IOException, InterruptedException {
    directory = Files.createTempDirectory("probes-");
    server = container.start(app());
    client = server.client(version);
  }

  private WebApp app() {
    MultipartConfigElement multipart = new MultipartConfigElement(directory.toString());
    WebApp app =
        WebApp.create()
            .filter("/buffered/*", new BufferingFilter(directory))
            .filter("/again/*", new BufferingFilter(directory, 3));
    for (Probes probe : Probes.values()) {
      for (String way : new String[] {"plain", "buffered", "again"}) {
        app = app.servlet(path(way, probe), new ProbeServlet(probe), multipart);
      }
    }
    return app;
  }

  private static String path(String way, Probes probe) {
    return "/" + way + "/" + probe.name().toLowerCase(Locale.ROOT);
  }

  TestServer server() {
    return server;
  }

  /** What the probe says to a PATCH; it must say the same with the body buffered. */
  String alikeForPatch(Probes probe, String query, String contentType, byte[] body)
      throws IOException, InterruptedException {
    String answer = ask("PATCH", "buffered", probe, query, contentType, body);
    assertThat(answer).isEqualTo(ask("PATCH", "plain", probe, query, contentType, body));
    return answer;
  }

  /** What the probe says with the body buffered; it must say the same when it is run again. */
  String buffered(Probes probe, String query, String contentType, byte[] body)
      throws IOException, InterruptedException {
    String answer = ask("buffered", probe, query, contentType, body);
    assertThat(ask("again", probe, query, contentType, body)).isEqualTo(answer);
    return answer;
  }

  /** What the probe says; it must say the same with the body buffered. */
  String alike(Probes probe, String query, String contentType, byte[] body)
      throws IOException, InterruptedException {
    String answer = buffered(probe, query, contentType, body);
    assertThat(answer).isEqualTo(ask("plain", probe, query, contentType, body));
    return answer;
  }

  private String ask(String way, Probes probe, String query, String contentType, byte[] body)
      throws IOException, InterruptedException {
    return ask("POST", way, probe, query, contentType, body);
  }

  private String ask(
      String method, String way, Probes probe, String query, String contentType, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.uri(path(way, probe) + query))
            .header("Content-Type", contentType)
            .method(method, BodyPublishers.ofByteArray(body))
            .build();
    return client.send(request, BodyHandlers.ofString(UTF_8)).body();
  }

  /** Also finds out that nothing is left of spooled bodies. */
  @Override
  public void close() throws IOException {
    server.close();
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
    Files.delete(directory);
  }
}
