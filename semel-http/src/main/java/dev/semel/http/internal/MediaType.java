package dev.semel.http.internal;

import dev.semel.json.JsonMediaType;
import jakarta.servlet.http.HttpServletRequest;
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
    String type = typeOf(contentType);
    int semicolon = contentType.indexOf(';');
    List<HeaderParameter> parameters =
        HeaderParameter.parseAll(semicolon < 0 ? "" : contentType.substring(semicolon));
    return parameters == null || !TYPE.matcher(type).matches()
        ? null
        : new MediaType(type, parameters);
  }

  /**
   * Returns the field Content-Type, also if it names an unknown encoding; null if there is none.
   */
  static @Nullable String of(HttpServletRequest request) {
    try {
      return request.getContentType();
    } catch (IllegalArgumentException unknownOnJetty) {
      return request.getHeader("Content-Type");
    }
  }

  /** Returns whether it is a URL-encoded form, also if its parameters are malformed. */
  static boolean isUrlEncoded(@Nullable String contentType) {
    return contentType != null && typeOf(contentType).equals(FORM);
  }

  /**
   * Returns whether a container takes it for a multipart form. Frameworks take any multipart type.
   */
  static boolean isMultipart(@Nullable String contentType) {
    return contentType != null && typeOf(contentType).startsWith("multipart/");
  }

  private static String typeOf(String contentType) {
    int semicolon = contentType.indexOf(';');
    int end = semicolon < 0 ? contentType.length() : semicolon;
    return contentType.substring(0, end).strip().toLowerCase(Locale.ROOT);
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
