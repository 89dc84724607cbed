package dev.semel.demo.notices;

import dev.semel.signing.StandardSigner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.springframework.context.ApplicationContext;

/** Tells the post of a notice, as casework does. */
public final class Courier {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Courier() {}

  /**
   * Sends a webhook, signed with what this service and its post share.
   *
   * @return the status that it was answered with
   */
  public static int tell(ApplicationContext service, UUID notice) {
    String body =
        """
        {"type": "NoticeRequested", "data": {"tenant": "north", "caseId": "%1$s",
         "noticeId": "%1$s", "recipient": "ada@example.org", "template": "receipt"}}
        """
            .formatted(notice);
    String id = "msg_" + notice;
    Instant now = Instant.now();
    String signature =
        StandardSigner.keys(service.getBean(Post.class).secret())
            .sign(id, now, body.getBytes(StandardCharsets.UTF_8));
    HttpRequest request =
        HttpRequest.newBuilder(address(service))
            .header("Content-Type", "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", Long.toString(now.getEpochSecond()))
            .header("webhook-signature", signature)
            .POST(BodyPublishers.ofString(body))
            .build();
    try {
      return HTTP.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      throw new UncheckedIOException("no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static URI address(ApplicationContext service) {
    String port = service.getEnvironment().getRequiredProperty("local.server.port");
    return URI.create("http://127.0.0.1:%s%s".formatted(port, Post.PATH));
  }
}
