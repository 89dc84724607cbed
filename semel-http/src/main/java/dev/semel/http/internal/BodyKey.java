package dev.semel.http.internal;

import dev.semel.http.KeyPolicy;
import dev.semel.http.internal.KeyHeader.Absent;
import dev.semel.json.NotCanonicalJsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The key in a JSON body. */
final class BodyKey {
  private static final String ABSENT = "[[]]";
  private static final String BEFORE_STRING = "[[\"";
  private static final String AFTER_STRING = "\"]]";

  private BodyKey() {}

  static KeyHeader read(RequestPayload payload, String pointer, KeyPolicy policy)
      throws IOException {
    if (!BodyForm.of(payload).equals(BodyForm.JSON)) {
      return new Absent();
    }
    try {
      byte[] selected =
          RequestFingerprinter.JSON.document().only(pointer).canonical(payload.body().bytes());
      return fromSelected(new String(selected, StandardCharsets.UTF_8), pointer, policy);
    } catch (NotCanonicalJsonException e) {
      return KeyParser.malformed(
          "the key at %s cannot be read: the body is not plain JSON".formatted(pointer));
    }
  }

  /**
   * @param selected an array with an array with the value, in canonical form
   */
  private static KeyHeader fromSelected(String selected, String pointer, KeyPolicy policy) {
    if (selected.equals(ABSENT)) {
      return new Absent();
    }
    if (!selected.startsWith(BEFORE_STRING)) {
      return KeyParser.malformed("the key at %s must be a string".formatted(pointer));
    }
    String escaped =
        selected.substring(BEFORE_STRING.length(), selected.length() - AFTER_STRING.length());
    String key = unescaped(escaped);
    return key == null ? KeyParser.notPrintable() : KeyParser.fromBody(key, policy);
  }

  /** Null if anything is escaped that cannot be in a key: the canonical form escapes only that. */
  private static @Nullable String unescaped(String escaped) {
    StringBuilder key = new StringBuilder();
    for (int i = 0; i < escaped.length(); i++) {
      boolean isEscape = escaped.charAt(i) == '\\';
      i += isEscape ? 1 : 0;
      char character = escaped.charAt(i);
      if (isEscape && character != '"' && character != '\\') {
        return null;
      }
      key.append(character);
    }
    return key.toString();
  }
}
