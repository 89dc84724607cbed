package dev.semel.http.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of a header's value in one pass, without backtracking. */
final class HeaderParameterParser {
  private final String text;
  private int position;

  HeaderParameterParser(String text) {
    this.text = text;
  }

  @Nullable List<HeaderParameter> parse() {
    List<HeaderParameter> parameters = new ArrayList<>();
    while (position < text.length()) {
      if (!skip(';')) {
        return null;
      }
      skipSpaces();
      String name = token();
      if (!name.isEmpty() && !addParameter(name, parameters)) {
        return null;
      }
      skipSpaces();
    }
    return parameters;
  }

  private boolean addParameter(String name, List<HeaderParameter> parameters) {
    skipSpaces();
    boolean assigned = skip('=');
    skipSpaces();
    String value = skip('"') ? quotedRest() : token();
    if (!assigned || value == null) {
      return false;
    }
    parameters.add(new HeaderParameter(name.toLowerCase(Locale.ROOT), value));
    return true;
  }

  private String token() {
    int from = position;
    while (position < text.length() && isTokenCharacter(text.charAt(position))) {
      position++;
    }
    return text.substring(from, position);
  }

  private static boolean isTokenCharacter(char character) {
    return character > ' ' && ";=\",".indexOf(character) < 0;
  }

  /**
   * Up to the closing quotation mark. A backslash in front of anything but a quotation mark or a
   * backslash is one: old browsers send whole Windows paths.
   */
  private @Nullable String quotedRest() {
    StringBuilder value = new StringBuilder();
    while (!skip('"')) {
      if (position == text.length()) {
        return null;
      }
      if (isEscape()) {
        position++;
      }
      value.append(text.charAt(position++));
    }
    return value.toString();
  }

  private boolean isEscape() {
    return text.startsWith("\\\"", position) || text.startsWith("\\\\", position);
  }

  private void skipSpaces() {
    while (position < text.length() && text.charAt(position) <= ' ') {
      position++;
    }
  }

  private boolean skip(char wanted) {
    boolean there = position < text.length() && text.charAt(position) == wanted;
    position += there ? 1 : 0;
    return there;
  }
}
