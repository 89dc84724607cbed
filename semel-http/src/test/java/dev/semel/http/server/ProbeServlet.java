package dev.semel.http.server;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Answers with what a test wants to know about a request. */
public final class ProbeServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient Probe probe;

  /** What a test wants to know. */
  @FunctionalInterface
  public interface Probe {
    /** Text for the client; what it throws is told with status 500. */
    String ask(HttpServletRequest request) throws Exception;
  }

  public ProbeServlet(Probe probe) {
    this.probe = probe;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String answer;
    try {
      answer = probe.ask(request);
    } catch (Exception e) {
      response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      answer = e.toString();
    }
    response.setContentType("text/plain;charset=UTF-8");
    response.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
  }
}
