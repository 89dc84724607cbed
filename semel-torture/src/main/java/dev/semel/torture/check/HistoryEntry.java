package dev.semel.torture.check;

import dev.semel.torture.bank.Json;
import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One line of the history. Immutable.
 *
 * @param atMillis since the run began
 * @param client who noted it
 * @param node whom it was sent to
 * @param status of the answer; null if there was none
 * @param body of the answer that ended a call; null otherwise
 * @param note what went wrong, or why there was no further attempt; null if nothing is to be said
 */
public record HistoryEntry(
    long atMillis,
    Kind kind,
    String client,
    IntentName intent,
    Payload payload,
    String node,
    @Nullable Integer status,
    @Nullable String body,
    @Nullable String note) {

  /** What happened. */
  public enum Kind {
    /** The client is about to send it. */
    SENT,
    /** One attempt ended. */
    ATTEMPT,
    /** The call ended with an answer that no retry would change. */
    ANSWERED,
    /** The call ended, and nothing happened at the server. */
    FAILED,
    /** The call ended, and nobody knows. */
    UNKNOWN,
    /** All is healed, and the client is about to ask once more for an answer that it has. */
    SENT_AGAIN,
    /** The answer to that. */
    ANSWERED_AGAIN,
    /** The same a second time: whatever the first had set right stays so. */
    SENT_LAST,
    /** The answer to that. */
    ANSWERED_LAST;

    /** Whether it is an answer that no retry would change. */
    public boolean isAnswer() {
      return this == ANSWERED || this == ANSWERED_AGAIN || this == ANSWERED_LAST;
    }
  }

  public String json() {
    ObjectNode line = Json.object();
    line.put("at", atMillis).put("kind", kind.name()).put("client", client);
    line.put("tenant", intent.tenant()).put("operation", intent.op().operation());
    line.put("key", intent.key()).set("payload", Json.read(payload.json()));
    line.put("node", node).put("status", status).put("body", body).put("note", note);
    return line.toString();
  }

  static HistoryEntry read(String line) {
    JsonNode node = Json.read(line);
    JsonNode status = node.get("status");
    return new HistoryEntry(
        node.get("at").asLong(),
        Kind.valueOf(text(node, "kind")),
        text(node, "client"),
        new IntentName(text(node, "tenant"), Op.named(text(node, "operation")), text(node, "key")),
        Payload.of(node.get("payload")),
        text(node, "node"),
        status.isNull() ? null : status.asInt(),
        Json.text(node, "body"),
        Json.text(node, "note"));
  }

  private static String text(JsonNode node, String member) {
    return Objects.requireNonNull(Json.text(node, member), member);
  }

  /** For people. */
  String words() {
    StringBuilder words = new StringBuilder();
    double seconds = atMillis / 1000.0;
    words.append(
        String.format(Locale.ROOT, "%8.3f s  %-14s %-8s %-7s", seconds, kind, client, node));
    words.append(" amount ").append(payload.amount());
    if (status != null) {
      words.append("  ").append(status);
    }
    if (body != null) {
      words.append("  ").append(body);
    }
    if (note != null) {
      words.append("  ").append(note);
    }
    return words.toString();
  }
}
