package dev.semel.http.internal;

import dev.semel.http.KeyPolicy;
import dev.semel.http.internal.KeyHeader.Absent;
import dev.semel.http.internal.KeyHeader.Bad;
import dev.semel.http.internal.KeyHeader.Found;
import dev.semel.http.internal.KeyHeader.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a key of what a caller sent, or says why it is none, without repeating it. */
final class KeyParser {
  /** Longer values are not even parsed; the longest key with every character escaped is shorter. */
  private static final int MAX_FIELD_CHARACTERS = 4096;

  private KeyParser() {}

  /** The first key, if all that were found are the same. */
  static KeyHeader agreed(List<KeyHeader> present) {
    KeyHeader first = new Absent();
    for (KeyHeader next : present) {
      if (next instanceof Bad) {
        return next;
      }
      if (first instanceof Found one && next instanceof Found other && !sameKey(one, other)) {
        return malformed("the request has two different keys; send one");
      }
      first = first instanceof Absent ? next : first;
    }
    return first;
  }

  private static boolean sameKey(Found one, Found other) {
    return one.key().equals(other.key());
  }

  static KeyHeader fromHeader(String name, List<String> lines, KeyPolicy policy) {
    if (lines.size() > 1) {
      return malformed(
          "the header %s was sent %d times; send it once".formatted(name, lines.size()));
    }
    String line = lines.get(0);
    String value = strippedOfSpaces(line);
    if (value.isEmpty()) {
      return malformed("the header %s is empty; send a key, or leave it out".formatted(name));
    }
    if (value.length() > MAX_FIELD_CHARACTERS) {
      return tooLong(policy);
    }
    String decoded = decode(value, policy.isStrict());
    return decoded == null
        ? malformed(expectedForm(name, policy.isStrict()))
        : checked(decoded, line, name, policy);
  }

  /** Only spaces: a tab is nothing that belongs to a key or around it. */
  private static String strippedOfSpaces(String line) {
    int from = 0;
    int end = line.length();
    while (from < end && line.charAt(from) == ' ') {
      from++;
    }
    while (end > from && line.charAt(end - 1) == ' ') {
      end--;
    }
    return line.substring(from, end);
  }

  private static @Nullable String decode(String value, boolean strict) {
    if (strict || value.charAt(0) == '"') {
      return StructuredString.decode(value);
    }
    return value.charAt(0) != '\'' && value.chars().allMatch(KeyParser::isBare) ? value : null;
  }

  /** A list, an item with parameters or a half-quoted string is not taken for a bare key. */
  private static boolean isBare(int character) {
    return character > ' ' && character <= '~' && ",;\"".indexOf(character) < 0;
  }

  private static String expectedForm(String name, boolean strict) {
    return strict
        ? "the header %s must be a quoted string of printable ASCII, such as \"a1b2c3\""
            .formatted(name)
        : "the header %s must be one key of printable ASCII, quoted as in \"a1b2c3\", or bare as in"
                .formatted(name)
            + " a1b2c3 and then without space, comma, semicolon or quotation mark";
  }

  /** A key from the body, where JSON says where it begins and ends. */
  static KeyHeader fromBody(String key, KeyPolicy policy) {
    return key.chars().allMatch(character -> character >= ' ' && character <= '~')
        ? checked(key, null, null, policy)
        : notPrintable();
  }

  static Bad notPrintable() {
    return malformed("the key in the body must be of printable ASCII");
  }

  private static KeyHeader checked(
      String key, @Nullable String fieldValue, @Nullable String headerName, KeyPolicy policy) {
    if (policy.isTooLong(key)) {
      return tooLong(policy);
    }
    String objection = policy.objectionTo(key);
    return objection == null
        ? new Found(policy.canonical(key), fieldValue, headerName)
        : malformed(objection);
  }

  static Bad malformed(String detail) {
    return new Bad(Kind.MALFORMED, detail);
  }

  private static Bad tooLong(KeyPolicy policy) {
    return new Bad(
        Kind.TOO_LONG, "the key has more than %d characters".formatted(policy.maxCharacters()));
  }
}
