package dev.semel.torture.bank;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a command says. Immutable.
 *
 * @param from whose money it is; null where an account is opened
 * @param to who gets it; null where it leaves the bank, and where the account is still to be opened
 */
public record Payload(@Nullable String from, @Nullable String to, long amount) {
  /** The same command with another amount: another intent. */
  public Payload amount(long other) {
    return new Payload(from, to, other);
  }

  public String json() {
    return Json.object().put("from", from).put("to", to).put("amount", amount).toString();
  }

  public static Payload read(byte[] json) {
    return of(Json.read(new String(json, StandardCharsets.UTF_8)));
  }

  public static Payload of(JsonNode node) {
    return new Payload(Json.text(node, "from"), Json.text(node, "to"), node.get("amount").asLong());
  }
}
