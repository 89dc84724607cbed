package dev.semel.json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The canonical form by the shortest way from a tree, to hold the scanner against. */
final class ReferenceForm {
  private ReferenceForm() {}

  static String of(@Nullable Object value) {
    if (value instanceof Map<?, ?> object) {
      return new TreeMap<>(object)
          .entrySet().stream()
              .map(member -> of(member.getKey()) + ":" + of(member.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof List<?> array) {
      return array.stream().map(ReferenceForm::of).collect(Collectors.joining(",", "[", "]"));
    }
    if (value instanceof String text) {
      return text.chars().mapToObj(ReferenceForm::unit).collect(Collectors.joining("", "\"", "\""));
    }
    return value instanceof Number number
        ? number(new BigDecimal(number.toString()))
        : String.valueOf(value);
  }

  private static String number(BigDecimal number) {
    BigDecimal plain = number.stripTrailingZeros();
    return plain.unscaledValue() + (plain.scale() == 0 ? "" : "e" + -(long) plain.scale());
  }

  private static String unit(int unit) {
    return switch (unit) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\b' -> "\\b";
      case '\t' -> "\\t";
      case '\n' -> "\\n";
      case '\f' -> "\\f";
      case '\r' -> "\\r";
      default -> unit < ' ' ? "\\u%04x".formatted(unit) : String.valueOf((char) unit);
    };
  }
}
