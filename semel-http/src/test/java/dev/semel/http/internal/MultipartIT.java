package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.ProbeServlet;
import dev.semel.http.server.TestServer;
import dev.semel.http.server.TestServer.Container;
import dev.semel.http.server.WebApp;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MultipartIT {
  @TempDir Path directory;

  private static String formWith(String content) {
    return "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n"
        + content
        + "\r\n--b--\r\n";
  }

  @Nested
  class OnJetty extends MultipartContract {
    OnJetty() throws IOException, InterruptedException {
      super(Container.JETTY);
    }
  }

  @Nested
  class OnTomcat extends MultipartContract {
    OnTomcat() throws IOException, InterruptedException {
      super(Container.TOMCAT);
    }
  }

  private static String sizeOfFile(HttpServletRequest request) throws Exception {
    return "" + request.getPart("f").getSize();
  }

  private String post(TestServer server, String content) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.uri("/files"))
            .header("Content-Type", "multipart/form-data;boundary=b")
            .POST(BodyPublishers.ofString(formWith(content)))
            .build();
    return server.client(Version.HTTP_1_1).send(request, BodyHandlers.ofString(UTF_8)).body();
  }

  private TestServer start(
      Container container, Servlet servlet, @Nullable MultipartConfigElement config) {
    return container.start(
        WebApp.create()
            .filter("/files", new BufferingFilter(directory))
            .servlet("/files", servlet, config));
  }

  private static void assertLimits(ThrowingFunction answerTo) throws Exception {
    assertThat(answerTo.apply("0123456789")).isEqualTo("10");
    assertThat(answerTo.apply("0123456789+"))
        .startsWith("java.lang.IllegalStateException: the part has 11 bytes");
    assertThat(answerTo.apply("0".repeat(200)))
        .startsWith("java.lang.IllegalStateException: the request has");
  }

  /** What a server says to a file. */
  private interface ThrowingFunction {
    String apply(String content) throws Exception;
  }

  @ContainerTest
  void limitsInAnAnnotationHold(Container container) throws Exception {
    try (TestServer server = start(container, new Limited(), null)) {
      assertLimits(content -> post(server, content));
    }
  }

  @Test
  void limitsOfAnyKindHoldOnJetty() throws Exception {
    MultipartConfigElement config = new MultipartConfigElement("", 10, 200, 0);
    Servlet servlet = new ProbeServlet(MultipartIT::sizeOfFile);
    try (TestServer server = start(Container.JETTY, servlet, config)) {
      assertLimits(content -> post(server, content));
    }
  }

  @ContainerTest
  void aPartCanBeWrittenToAFile(Container container) throws Exception {
    Path target = directory.resolve("written");
    Servlet servlet = new ProbeServlet(request -> write(request.getPart("f"), target));
    try (TestServer server = start(container, servlet, null)) {
      assertThat(post(server, "content")).isEqualTo("written");
    }
    assertThat(target).hasContent("content");
    Files.delete(target);
  }

  @ContainerTest
  void aPartIsNotWrittenToWhereTheProgramStarted(Container container) throws Exception {
    Path relative = Path.of("part-" + UUID.randomUUID());
    Servlet servlet = new ProbeServlet(request -> write(request.getPart("f"), relative));
    try (TestServer server = start(container, servlet, null)) {
      assertThat(post(server, "content")).isEqualTo("written");
    }
    assertThat(relative).doesNotExist();
    Files.deleteIfExists(Path.of(System.getProperty("java.io.tmpdir")).resolve(relative));
  }

  private static String write(Part part, Path target) throws IOException {
    part.write(target.toString());
    part.delete();
    return "written";
  }

  /** A servlet with limits. */
  @MultipartConfig(maxFileSize = 10, maxRequestSize = 200)
  private static final class Limited extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Servlet probe = new ProbeServlet(MultipartIT::sizeOfFile);

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      probe.service(request, response);
    }
  }
}
