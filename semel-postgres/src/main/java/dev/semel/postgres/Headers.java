package dev.semel.postgres;

import java.util.Map;
import java.util.TreeMap;

/** Writes an event's headers as a JSON object of texts. */
final class Headers {
  private Headers() {}

  static String json(Map<String, String> headers) {
    StringBuilder json = new StringBuilder("{");
    new TreeMap<>(headers)
        .forEach(
            (name, value) -> {
              json.append(json.length() == 1 ? "" : ",");
              quote(json, name);
              json.append(':');
              quote(json, value);
            });
    return json.append('}').toString();
  }

  private static void quote(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
