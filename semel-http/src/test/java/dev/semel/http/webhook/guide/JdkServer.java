package dev.semel.http.webhook.guide;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.semel.http.webhook.WebhookReceiver;
import dev.semel.http.webhook.WebhookReply;
import dev.semel.http.webhook.WebhookRequest;
import java.io.IOException;

// snippet: webhook-any-server
/** Receives webhooks on the server that comes with the JDK. */
record JdkServer(WebhookReceiver receiver) implements HttpHandler {
  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readNBytes(receiver.maxBodyBytes() + 1);
      WebhookReply reply =
          receiver.receive(
              WebhookRequest.of(
                  exchange.getRequestURI().getRawPath(), exchange.getRequestHeaders(), body));
      reply.headers().forEach(exchange.getResponseHeaders()::set);
      int length = reply.body().length;
      exchange.sendResponseHeaders(reply.status(), length == 0 ? -1 : length);
      exchange.getResponseBody().write(reply.body());
    }
  }
}
// end snippet
