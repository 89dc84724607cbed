package dev.semel.http.webhook;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads one member of a JSON object without reading the rest. What comes after it is not looked at;
 * Jackson's limits on depth and length hold for what comes before.
 */
final class JsonMember {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonMember() {}

  /** The member if it is text; null if it is not, or is not there, or this is no JSON object. */
  static @Nullable String text(byte[] document, String name) {
    return find(document, name, false);
  }

  /** As {@link #text}, or the digits of a whole number, as which some senders write their ids. */
  static @Nullable String textOrInteger(byte[] document, String name) {
    return find(document, name, true);
  }

  private static @Nullable String find(byte[] document, String name, boolean integers) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), document)) {
      return parser.nextToken() == JsonToken.START_OBJECT ? find(parser, name, integers) : null;
    } catch (JacksonException notJson) {
      return null;
    }
  }

  private static @Nullable String find(JsonParser parser, String name, boolean integers) {
    for (String found = parser.nextName(); found != null; found = parser.nextName()) {
      JsonToken value = parser.nextToken();
      if (found.equals(name)) {
        boolean wanted = value == JsonToken.VALUE_STRING;
        wanted |= integers && value == JsonToken.VALUE_NUMBER_INT;
        return wanted ? parser.getString() : null;
      }
      parser.skipChildren();
    }
    return null;
  }
}
