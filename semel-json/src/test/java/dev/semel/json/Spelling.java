package dev.semel.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Spells a JSON value in one of the many ways there are, chosen at random. */
final class Spelling {
  private static final String[] WHITE_SPACE = {"", "", "", " ", "\n", "\r\n", "\t", "  "};
  private static final String SHORT_ESCAPED = "\"\\/\b\f\n\r\t";
  private static final String SHORT_ESCAPES = "\"\\/bfnrt";

  private final Random random;
  private final StringBuilder out = new StringBuilder();

  private Spelling(Random random) {
    this.random = random;
  }

  static String of(@Nullable Object value, Random random) {
    Spelling spelling = new Spelling(random);
    spelling.space();
    spelling.value(value);
    spelling.space();
    return spelling.out.toString();
  }

  private void value(@Nullable Object value) {
    if (value instanceof Map<?, ?> object) {
      object(object);
    } else if (value instanceof List<?> array) {
      array(array);
    } else if (value instanceof String text) {
      string(text);
    } else if (value instanceof BigDecimal number) {
      number(number);
    } else {
      out.append(value);
    }
  }

  private void object(Map<?, ?> object) {
    List<Map.Entry<?, ?>> members = new ArrayList<>(object.entrySet());
    Collections.shuffle(members, random);
    out.append('{');
    String separator = "";
    for (Map.Entry<?, ?> member : members) {
      out.append(separator);
      space();
      string((String) member.getKey());
      space();
      out.append(':');
      space();
      value(member.getValue());
      separator = ",";
      space();
    }
    space();
    out.append('}');
  }

  private void array(List<?> array) {
    out.append('[');
    String separator = "";
    for (Object element : array) {
      out.append(separator);
      space();
      value(element);
      separator = ",";
      space();
    }
    space();
    out.append(']');
  }

  private void string(String text) {
    out.append('"');
    text.chars().forEach(unit -> unit((char) unit));
    out.append('"');
  }

  private void unit(char unit) {
    int shortEscape = SHORT_ESCAPED.indexOf(unit);
    boolean mustEscape = unit < ' ' || unit == '"' || unit == '\\';
    // One half of a pair escaped and the other not would be half a surrogate.
    boolean mayBeLiteral = !mustEscape && !Character.isSurrogate(unit);
    if (mayBeLiteral && random.nextInt(3) > 0) {
      out.append(unit);
    } else if (shortEscape >= 0 && random.nextBoolean()) {
      out.append('\\').append(SHORT_ESCAPES.charAt(shortEscape));
    } else {
      out.append((random.nextBoolean() ? "\\u%04x" : "\\u%04X").formatted((int) unit));
    }
  }

  private void number(BigDecimal number) {
    BigDecimal padded = number.setScale(number.scale() + random.nextInt(4));
    switch (random.nextInt(3)) {
      case 0 -> out.append(padded.toPlainString());
      case 1 -> out.append(padded.unscaledValue()).append(exponent(-padded.scale()));
      default -> scientific(padded);
    }
  }

  private void scientific(BigDecimal number) {
    int shift = random.nextInt(-5, 6);
    out.append(number.scaleByPowerOfTen(shift).toPlainString()).append(exponent(-shift));
  }

  private String exponent(int value) {
    String letter = random.nextBoolean() ? "e" : "E";
    String sign = value < 0 ? "-" : random.nextBoolean() ? "+" : "";
    String zeros = "0".repeat(random.nextInt(3));
    return letter + sign + zeros + Math.abs(value);
  }

  private void space() {
    out.append(WHITE_SPACE[random.nextInt(WHITE_SPACE.length)]);
  }
}
