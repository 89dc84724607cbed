package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.ProbeServlet;
import dev.semel.http.server.TestServer;
import dev.semel.http.server.TestServer.Container;
import dev.semel.http.server.WebApp;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Handlers that are told when there is something to read. */
class AsyncReadIT {
  @TempDir Path directory;

  @AfterEach
  void nothingIsLeftBehind() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }

  private String post(Container container, Version version, HttpServlet servlet, String body)
      throws IOException, InterruptedException {
    WebApp app =
        WebApp.create().filter("/async", new BufferingFilter(directory)).servlet("/async", servlet);
    try (TestServer server = container.start(app)) {
      HttpRequest request =
          HttpRequest.newBuilder(server.uri("/async")).POST(BodyPublishers.ofString(body)).build();
      return server.client(version).send(request, BodyHandlers.ofString(UTF_8)).body();
    }
  }

  /** What listeners do. */
  private enum Way {
    /** Reads all there is when it is told. */
    WHEN_TOLD,
    /** Reads later, on a thread of its own. */
    LATER,
    /** Fails. */
    FAILING
  }

  /** Reads without blocking and answers with how it went. */
  private static final class AsyncServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final Way way;

    AsyncServlet(Way way) {
      this.way = way;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      AsyncContext context = request.startAsync(request, response);
      ServletInputStream in = request.getInputStream();
      in.setReadListener(new Collector(way, in, context));
    }
  }

  /**
   * Collects the body. A reader of its own may be told the end before it has kept what it read
   * last.
   */
  private static final class Collector implements ReadListener {
    private final Way way;
    private final ServletInputStream in;
    private final AsyncContext context;
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();

    Collector(Way way, ServletInputStream in, AsyncContext context) {
      this.way = way;
      this.in = in;
      this.context = context;
    }

    @Override
    public void onDataAvailable() throws IOException {
      if (way == Way.FAILING) {
        throw new IOException("the handler failed");
      }
      if (way == Way.LATER) {
        new Thread(this::readAll).start();
      } else {
        readAll();
      }
    }

    private synchronized void readAll() {
      try {
        byte[] buffer = new byte[777];
        while (in.isReady() && !in.isFinished()) {
          collected.write(buffer, 0, in.read(buffer));
        }
      } catch (IOException e) {
        onError(e);
      }
    }

    @Override
    public synchronized void onAllDataRead() throws IOException {
      answer("read " + collected.toString(UTF_8));
    }

    @Override
    public void onError(Throwable failure) {
      try {
        answer("failed " + failure.getMessage());
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private void answer(String text) throws IOException {
      context.getResponse().getOutputStream().write(text.getBytes(UTF_8));
      context.complete();
    }
  }

  /** Is never told anything. */
  private static final class Deaf implements ReadListener {
    @Override
    public void onDataAvailable() {}

    @Override
    public void onAllDataRead() {}

    @Override
    public void onError(Throwable failure) {}
  }

  @ParameterizedTest
  @CsvSource({"JETTY,HTTP_1_1", "TOMCAT,HTTP_1_1", "JETTY,HTTP_2", "TOMCAT,HTTP_2"})
  void aListenerReadsTheBodyInMemoryOrNot(Container container, Version version) throws Exception {
    for (String body : new String[] {"", "a", "abc".repeat(30_000)}) {
      assertThat(post(container, version, new AsyncServlet(Way.WHEN_TOLD), body))
          .isEqualTo("read " + body);
    }
  }

  @ContainerTest
  void aListenerMayReadLater(Container container) throws Exception {
    String body = "abc".repeat(30_000);

    assertThat(post(container, Version.HTTP_1_1, new AsyncServlet(Way.LATER), body))
        .isEqualTo("read " + body);
  }

  @ContainerTest
  void aListenerIsToldWhatItThrew(Container container) throws Exception {
    assertThat(post(container, Version.HTTP_1_1, new AsyncServlet(Way.FAILING), "abc"))
        .isEqualTo("failed the handler failed");
  }

  @ContainerTest
  void aListenerNeedsAnAsynchronousRequest(Container container) throws Exception {
    HttpServlet servlet =
        new ProbeServlet(
            request -> {
              ServletInputStream in = request.getInputStream();
              in.setReadListener(new Deaf());
              return "not refused";
            });

    assertThat(post(container, Version.HTTP_1_1, servlet, "abc"))
        .startsWith("java.lang.IllegalStateException");
  }
}
