package dev.semel.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.server.TestServer.Container;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServersIT {
  /** Answers with the protocol and the body. */
  private static final class Echo extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print(request.getProtocol() + " ");
      response.getWriter().print(new String(request.getInputStream().readAllBytes(), UTF_8));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "JETTY,HTTP_1_1,HTTP/1.1",
    "JETTY,HTTP_2,HTTP/2.0",
    "TOMCAT,HTTP_1_1,HTTP/1.1",
    "TOMCAT,HTTP_2,HTTP/2.0"
  })
  void everyContainerSpeaksBothProtocols(Container container, Version version, String protocol)
      throws Exception {
    WebApp app = WebApp.create().servlet("/echo", new Echo());
    try (TestServer server = container.start(app)) {
      HttpRequest request =
          HttpRequest.newBuilder(server.uri("/echo")).POST(BodyPublishers.ofString("abc")).build();
      HttpResponse<String> response = server.client(version).send(request, BodyHandlers.ofString());

      assertThat(response.version()).isEqualTo(version);
      assertThat(response.body()).isEqualTo(protocol + " abc");
    }
  }
}
