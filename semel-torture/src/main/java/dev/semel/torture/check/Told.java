package dev.semel.torture.check;

import dev.semel.torture.bank.Bank;
import dev.semel.torture.bank.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What a client was told for good.
 *
 * @param body as it came, except for a refusal of another payload, which may be worded anew
 */
record Told(Kind kind, @Nullable Integer status, String body) {
  private static final int CREATED = 201;
  private static final int REFUSED = 422;

  enum Kind {
    DONE,
    REJECTED,
    MISMATCH,
    OTHER
  }

  static Told of(HistoryEntry answered) {
    String body = answered.body() == null ? "" : answered.body();
    Integer status = answered.status();
    Kind kind = kindOf(status == null ? 0 : status, body);
    return new Told(kind, status, kind == Kind.MISMATCH ? "" : body);
  }

  boolean isVerdict() {
    return kind == Kind.DONE || kind == Kind.REJECTED;
  }

  private static Kind kindOf(int status, String body) {
    if (status == CREATED) {
      return Kind.DONE;
    }
    if (status != REFUSED) {
      return Kind.OTHER;
    }
    String code = member(body, "code");
    if (Bank.NO_FUNDS.equals(code)) {
      return Kind.REJECTED;
    }
    return "mismatch".equals(code) ? Kind.MISMATCH : Kind.OTHER;
  }

  /** A member of an answer; null if it has none, or is no JSON. */
  static @Nullable String member(String body, String name) {
    try {
      JsonNode node = Json.read(body);
      return Json.text(node, name);
    } catch (JacksonException e) {
      return null;
    }
  }
}
