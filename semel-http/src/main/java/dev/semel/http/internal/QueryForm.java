package dev.semel.http.internal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one spelling of a query: parameters sorted by name, those of one name in their order, each in
 * the normal form of RFC 3986. Immutable.
 */
final class QueryForm {
  private final @Nullable Pattern ignored;

  /**
   * @param ignoredNames {@code *} stands for any characters
   */
  QueryForm(List<String> ignoredNames) {
    this.ignored = ignoredNames.isEmpty() ? null : Pattern.compile(anyOf(ignoredNames));
  }

  private static String anyOf(List<String> names) {
    return names.stream().map(QueryForm::regexOf).collect(Collectors.joining("|"));
  }

  private static String regexOf(String name) {
    return Stream.of(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
  }

  /** A parameter as it is written and, decoded, by which it is sorted. */
  private record Parameter(String name, String text) {}

  String normalForm(@Nullable String query) {
    if (query == null || query.isEmpty()) {
      return "";
    }
    List<Parameter> parameters = new ArrayList<>();
    for (String text : query.split("&", -1)) {
      if (!text.isEmpty()) {
        parameters.add(parameter(text));
      }
    }
    return parameters.stream()
        .filter(parameter -> !isIgnored(parameter))
        // Stable, so that values of one name keep their order, however the name is spelled.
        .sorted(Comparator.comparing(Parameter::name))
        .map(Parameter::text)
        .collect(Collectors.joining("&"));
  }

  private static Parameter parameter(String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    return new Parameter(
        UrlEncoded.decode(name.getBytes(StandardCharsets.UTF_8)), Percent.normalForm(text));
  }

  private boolean isIgnored(Parameter parameter) {
    return ignored != null
        && ignored.matcher(Octets.decode(parameter.name(), StandardCharsets.UTF_8)).matches();
  }
}
