package dev.semel.http.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a header's value, as in {@code text/plain;charset=utf-8}.
 *
 * @param name in lower case
 * @param value without quotes
 */
record HeaderParameter(String name, String value) {
  /** All of them, each with its semicolon in front; null if something else is there. */
  static @Nullable List<HeaderParameter> parseAll(String text) {
    return new HeaderParameterParser(text.strip()).parse();
  }

  static @Nullable String valueOf(String name, List<HeaderParameter> parameters) {
    return parameters.stream()
        .filter(parameter -> parameter.name.equals(name))
        .map(HeaderParameter::value)
        .findFirst()
        .orElse(null);
  }

  /** Quoted, so that no value looks like another parameter. */
  String normalForm() {
    return name + "=\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
