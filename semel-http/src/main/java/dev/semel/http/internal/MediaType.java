package dev.semel.http.internal;

import dev.semel.json.JsonMediaType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A media type as it counts: its case does not.
 *
 * @param type in lower case, such as {@code application/json}
 * @param parameters in their order
 */
record MediaType(String type, List<HeaderParameter> parameters) {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String MULTIPART_FORM = "multipart/form-data";
  private static final Pattern TYPE =
      Pattern.compile("[a-z0-9!#$%&'*+.^_`|~-]++/[a-z0-9!#$%&'*+.^_`|~-]++");

  /** Null if it is not one. */
  static @Nullable MediaType parse(String contentType) {
    int semicolon = contentType.indexOf(';');
    int end = semicolon < 0 ? contentType.length() : semicolon;
    String type = contentType.substring(0, end).strip().toLowerCase(Locale.ROOT);
    List<HeaderParameter> parameters = HeaderParameter.parseAll(contentType.substring(end));
    return parameters == null || !TYPE.matcher(type).matches()
        ? null
        : new MediaType(type, parameters);
  }

  static boolean isUrlEncoded(@Nullable String contentType) {
    MediaType parsed = contentType == null ? null : parse(contentType);
    return parsed != null && parsed.isUrlEncoded();
  }

  static boolean isMultipartForm(@Nullable String contentType) {
    MediaType parsed = contentType == null ? null : parse(contentType);
    return parsed != null && parsed.isMultipartForm();
  }

  boolean isUrlEncoded() {
    return type.equals(FORM);
  }

  boolean isMultipartForm() {
    return type.equals(MULTIPART_FORM);
  }

  /** JSON in the only encoding that JSON has between systems. */
  boolean isUtf8Json() {
    return JsonMediaType.isJson(type)
        && parameters.stream().filter(MediaType::isCharset).allMatch(MediaType::isUtf8);
  }

  @Nullable String boundary() {
    return HeaderParameter.valueOf("boundary", parameters);
  }

  @Nullable String charset() {
    return HeaderParameter.valueOf("charset", parameters);
  }

  /**
   * One text for all spellings. UTF-8 need not be named; a multipart form's boundary does not say
   * anything about what is in it.
   */
  String normalForm() {
    StringBuilder text = new StringBuilder(type);
    parameters.stream()
        .filter(parameter -> !isUtf8(parameter))
        .filter(parameter -> !(isMultipartForm() && parameter.name().equals("boundary")))
        .forEach(parameter -> text.append(';').append(parameter.normalForm()));
    return text.toString();
  }

  private static boolean isCharset(HeaderParameter parameter) {
    return parameter.name().equals("charset");
  }

  private static boolean isUtf8(HeaderParameter parameter) {
    return isCharset(parameter)
        && parameter.value().equalsIgnoreCase(StandardCharsets.UTF_8.name());
  }
}
