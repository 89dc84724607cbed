package dev.semel.postgres.relay;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads an event's headers: a JSON object as the database writes it, whose values are texts. A
 * value that is something else is passed on as it is written.
 */
final class FlatJson {
  private final String json;
  private int at;

  private FlatJson(String json) {
    this.json = json;
  }

  static Map<String, String> read(String json) {
    return json.equals("{}") ? Map.of() : new FlatJson(json).object();
  }

  private Map<String, String> object() {
    Map<String, String> found = new LinkedHashMap<>();
    at = json.indexOf('{') + 1;
    skipTo('"', '}');
    while (json.charAt(at) == '"') {
      String name = text();
      skipPast(':');
      found.put(name, json.charAt(at) == '"' ? text() : raw());
      skipTo('"', '}');
    }
    return found;
  }

  private void skipTo(char one, char other) {
    while (json.charAt(at) != one && json.charAt(at) != other) {
      at++;
    }
  }

  private void skipPast(char colon) {
    at = json.indexOf(colon, at) + 1;
    while (json.charAt(at) == ' ') {
      at++;
    }
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    at++;
    while (json.charAt(at) != '"') {
      text.append(json.charAt(at) == '\\' ? escaped() : json.charAt(at++));
    }
    at++;
    return text.toString();
  }

  private char escaped() {
    char kind = json.charAt(at + 1);
    at += 2;
    return switch (kind) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> {
        at += 4;
        yield (char) Integer.parseInt(json, at - 4, at, 16);
      }
      default -> kind;
    };
  }

  /** A number, a literal, an array or an object, up to the comma or brace that follows it. */
  private String raw() {
    int start = at;
    int depth = 0;
    while (depth > 0 || (json.charAt(at) != ',' && json.charAt(at) != '}')) {
      char c = json.charAt(at);
      if (c == '"') {
        text();
      } else {
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        at++;
      }
    }
    return json.substring(start, at).strip();
  }
}
