package dev.semel.client;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of a problem document that stand at its top. Everything else is checked for
 * being JSON and skipped; a document that is none says nothing. One pass, bounded depth.
 */
final class ProblemReader {
  private static final int MAX_DEPTH = 64;
  private static final String LITERAL_END = ",]} \t\r\n";

  private final String text;
  private int at;

  private ProblemReader(String text) {
    this.text = text;
  }

  static Problem read(String text) {
    try {
      Map<String, Object> members = new ProblemReader(text).topMembers();
      return new Problem(
          members.get("type") instanceof String type ? type : null,
          members.get("code") instanceof String code ? code : null,
          members.get("retryable") instanceof Boolean retryable ? retryable : null);
    } catch (NotJsonException e) {
      return Problem.NONE;
    }
  }

  private static final class NotJsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Strings and booleans by name; other members have no entry. */
  private Map<String, Object> topMembers() {
    Map<String, Object> members = new HashMap<>();
    skipSpace();
    expect('{');
    skipSpace();
    if (!isNext('}')) {
      do {
        readMember(members);
      } while (isNext(','));
      expect('}');
    }
    skipSpace();
    require(at == text.length());
    return members;
  }

  private void readMember(Map<String, Object> members) {
    skipSpace();
    String name = string();
    skipSpace();
    expect(':');
    Object value = value(1);
    if (value != null) {
      members.put(name, value);
    }
    skipSpace();
  }

  /** A string or a boolean; null for anything else, which is skipped. */
  private @Nullable Object value(int depth) {
    require(depth <= MAX_DEPTH);
    skipSpace();
    char first = peek();
    if (first == '"') {
      return string();
    }
    if (first == '{' || first == '[') {
      skipStructure(depth);
      return null;
    }
    return literal();
  }

  private void skipStructure(int depth) {
    boolean object = next() == '{';
    char end = object ? '}' : ']';
    skipSpace();
    if (isNext(end)) {
      return;
    }
    do {
      skipSpace();
      if (object) {
        string();
        skipSpace();
        expect(':');
      }
      value(depth + 1);
      skipSpace();
    } while (isNext(','));
    expect(end);
  }

  private @Nullable Object literal() {
    int from = at;
    while (at < text.length() && LITERAL_END.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(from, at);
    if (word.equals("true") || word.equals("false")) {
      return Boolean.valueOf(word);
    }
    require(word.equals("null") || isNumber(word));
    return null;
  }

  private static boolean isNumber(String word) {
    return word.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");
  }

  private String string() {
    expect('"');
    StringBuilder characters = new StringBuilder();
    for (char c = next(); c != '"'; c = next()) {
      require(c >= ' ');
      characters.append(c == '\\' ? escaped() : c);
    }
    return characters.toString();
  }

  private char escaped() {
    char c = next();
    if (c == 'u') {
      return unicode();
    }
    int index = "\"\\/bfnrt".indexOf(c);
    require(index >= 0);
    return "\"\\/\b\f\n\r\t".charAt(index);
  }

  private char unicode() {
    require(at + 4 <= text.length());
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(next(), 16);
      require(digit >= 0);
      code = code * 16 + digit;
    }
    return (char) code;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    require(at < text.length());
    return text.charAt(at);
  }

  private char next() {
    char c = peek();
    at++;
    return c;
  }

  private boolean isNext(char c) {
    boolean there = at < text.length() && text.charAt(at) == c;
    if (there) {
      at++;
    }
    return there;
  }

  private void expect(char c) {
    require(next() == c);
  }

  private static void require(boolean json) {
    if (!json) {
      throw new NotJsonException();
    }
  }
}
