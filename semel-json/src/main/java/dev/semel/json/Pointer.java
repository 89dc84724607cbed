package dev.semel.json;

import java.util.List;
import java.util.stream.Stream;

/**
 * A JSON pointer (RFC 6901) to a part of a document.
 *
 * @param text as it was given
 * @param tokens the unescaped names and indexes that lead to the part, at least one
 */
record Pointer(String text, List<String> tokens) {
  static final int MAX_CHARACTERS = 1000;

  static Pointer parse(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException(
          "the empty JSON pointer is the whole document; name a part of it, such as /amount");
    }
    if (text.charAt(0) != '/') {
      throw refusal(text, "does not begin with a slash; write /amount for the member amount");
    }
    if (text.length() > MAX_CHARACTERS) {
      throw refusal(text.substring(0, 20) + "…", "has more than " + MAX_CHARACTERS + " characters");
    }
    if (text.matches("(?s).*~(?![01]).*")) {
      throw refusal(text, "has a ~ that is neither ~0 (for ~) nor ~1 (for /)");
    }
    if (text.codePoints().anyMatch(Pointer::isHalfSurrogate)) {
      throw refusal(text, "has half a surrogate pair, so no member can have that name");
    }
    return new Pointer(text, tokensOf(text));
  }

  private static boolean isHalfSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  private static List<String> tokensOf(String text) {
    return Stream.of(text.substring(1).split("/", -1))
        .map(token -> token.replace("~1", "/").replace("~0", "~"))
        .toList();
  }

  private static IllegalArgumentException refusal(String text, String why) {
    return new IllegalArgumentException("the JSON pointer " + text + " " + why);
  }

  /** Whether the other is this one or leads into what this one leads to. */
  boolean contains(Pointer other) {
    int depth = tokens.size();
    return other.tokens.size() >= depth && other.tokens.subList(0, depth).equals(tokens);
  }
}
