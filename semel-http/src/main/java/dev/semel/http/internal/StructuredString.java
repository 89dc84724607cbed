package dev.semel.http.internal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A String item of RFC 9651, as in {@code "abc"}, with the parameters that every item may have and
 * that mean nothing here.
 */
final class StructuredString {
  private static final Pattern PARAMETER_NAME = Pattern.compile("; *+[a-z*][a-z0-9_.*-]*+");
  private static final Pattern BARE_ITEM_BUT_STRING =
      Pattern.compile(
          "-?[0-9]{1,12}\\.[0-9]{1,3}(?![0-9.])" // a decimal
              + "|@?-?[0-9]{1,15}(?![0-9.])" // an integer or a date
              + "|[A-Za-z*][A-Za-z0-9:/!#$%&'*+.^_`|~-]*+" // a token
              + "|:[A-Za-z0-9+/]*+={0,2}:" // bytes
              + "|\\?[01]" // a boolean
              + "|%\"(?:[\\x20\\x21\\x23\\x24\\x26-\\x7E]|%[0-9a-f]{2})*+\""); // text for display

  private final String text;
  private int position;

  private StructuredString(String text) {
    this.text = text;
  }

  /** What it says; null if the text is something else. */
  static @Nullable String decode(String text) {
    StructuredString item = new StructuredString(text);
    String value = item.string();
    return value != null && item.parametersToTheEnd() ? value : null;
  }

  private @Nullable String string() {
    if (!skip('"')) {
      return null;
    }
    StringBuilder decoded = new StringBuilder();
    while (!skip('"')) {
      boolean escaped = skip('\\');
      if (position == text.length() || !isAllowed(text.charAt(position), escaped)) {
        return null;
      }
      decoded.append(text.charAt(position++));
    }
    return decoded.toString();
  }

  private static boolean isAllowed(char character, boolean escaped) {
    return escaped ? character == '"' || character == '\\' : character >= ' ' && character <= '~';
  }

  private boolean skip(char wanted) {
    boolean there = position < text.length() && text.charAt(position) == wanted;
    position += there ? 1 : 0;
    return there;
  }

  private boolean skip(Pattern wanted) {
    Matcher matcher = wanted.matcher(text).region(position, text.length());
    boolean there = matcher.lookingAt() && isUtf8(matcher.group());
    position = there ? matcher.end() : position;
    return there;
  }

  /** Returns whether the percent-encoded bytes of a text for display are UTF-8. */
  private static boolean isUtf8(String item) {
    if (!item.startsWith("%")) {
      return true;
    }
    byte[] bytes = Octets.bytes(UrlEncoded.decode(Octets.bytes(item)));
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private boolean parametersToTheEnd() {
    while (position < text.length()) {
      if (!skip(PARAMETER_NAME) || (skip('=') && !bareItem())) {
        return false;
      }
    }
    return true;
  }

  private boolean bareItem() {
    return skip(BARE_ITEM_BUT_STRING) || string() != null;
  }
}
