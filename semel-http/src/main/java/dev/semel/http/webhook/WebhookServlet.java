package dev.semel.http.webhook;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts a {@link WebhookReceiver} on a server. Takes POST; reads the body once, and no more of it
 * than is allowed. Must be the first to read it: a filter that asks for parameters of a form uses
 * the body up, and no signature matches.
 *
 * <p>Safe for use by several threads.
 */
public final class WebhookServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient WebhookReceiver receiver;

  public WebhookServlet(WebhookReceiver receiver) {
    this.receiver = Objects.requireNonNull(receiver, "receiver");
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!request.getMethod().equals("POST")) {
      write(Problem.METHOD_NOT_ALLOWED.reply(WebhookResult.REFUSED), response);
      return;
    }
    byte[] body = bodyOf(request, receiver.maxBodyBytes());
    write(
        body == null
            ? receiver.tooLarge()
            : receiver.receive(
                WebhookRequest.of(request.getRequestURI(), headersOf(request), body)),
        response);
  }

  /** The whole body, or null if there is more of it than is allowed, whatever its length claims. */
  private static byte @Nullable [] bodyOf(HttpServletRequest request, int maxBytes)
      throws IOException {
    if (request.getContentLengthLong() > maxBytes) {
      return null;
    }
    byte[] body = request.getInputStream().readNBytes(maxBytes + 1);
    return body.length > maxBytes ? null : body;
  }

  private static Map<String, List<String>> headersOf(HttpServletRequest request) {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : Collections.list(request.getHeaderNames())) {
      headers.put(name, Collections.list(request.getHeaders(name)));
    }
    return headers;
  }

  private static void write(WebhookReply reply, HttpServletResponse response) throws IOException {
    byte[] body = reply.body();
    response.setStatus(reply.status());
    reply.headers().forEach(response::setHeader);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
