package dev.semel.torture.bank;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON, as far as the bank and the history need it. */
public final class Json {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private Json() {}

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static JsonNode read(String json) {
    return MAPPER.readTree(json);
  }

  /** A text member; null if it is missing or null. */
  public static @Nullable String text(JsonNode node, String member) {
    JsonNode value = node.get(member);
    return value == null || value.isNull() ? null : value.asString();
  }
}
