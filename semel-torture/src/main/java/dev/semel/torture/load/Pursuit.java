package dev.semel.torture.load;

import dev.semel.client.ClientIntent;
import dev.semel.torture.bank.Json;
import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import dev.semel.torture.check.IntentName;
import dev.semel.torture.role.NodeRole;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An intent that a client wants answered, at one node after the other, always under the same key.
 * Handed from thread to thread, used by one at a time.
 */
final class Pursuit {
  private final IntentName intent;
  private final Payload payload;
  private int node;
  private @Nullable Instant firstAttemptAt;
  private boolean answered;
  private @Nullable String answer;
  private boolean over;

  Pursuit(IntentName intent, Payload payload, int firstNode) {
    this.intent = intent;
    this.payload = payload;
    this.node = firstNode;
  }

  IntentName intent() {
    return intent;
  }

  Payload payload() {
    return payload;
  }

  int node() {
    return node;
  }

  void nextNode(int nodes) {
    node = (node + 1) % nodes;
  }

  /**
   * The request to a node. It remembers when the first one was sent, to whichever node that was.
   */
  ClientIntent request(int port) {
    URI uri = URI.create("http://127.0.0.1:%d%s".formatted(port, intent.op().path()));
    ClientIntent.Builder request =
        ClientIntent.post(uri)
            .key(intent.key())
            .header("Content-Type", "application/json")
            .header(NodeRole.TENANT_HEADER, intent.tenant())
            .body(payload.json());
    if (firstAttemptAt != null) {
      request.attemptedBefore(firstAttemptAt);
    }
    return request.build();
  }

  void attempted(ClientIntent request) {
    if (firstAttemptAt == null) {
      firstAttemptAt = request.firstAttemptAt();
    }
  }

  void answer(String body) {
    answered = true;
    answer = body;
  }

  /** The account that was opened; null if none was. */
  @Nullable String openedAccount() {
    return answer == null || intent.op() != Op.OPEN ? null : Json.text(Json.read(answer), "to");
  }

  boolean isAnswered() {
    return answered;
  }

  /** The bank may have forgotten the key: to ask again would be another command. */
  void giveUp() {
    over = true;
  }

  boolean isEnded() {
    return answered || over;
  }
}
