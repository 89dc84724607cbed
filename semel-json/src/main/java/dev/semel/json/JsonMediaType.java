package dev.semel.json;

import java.util.Locale;
import java.util.regex.Pattern;

/** Tells whether a body is JSON by its media type. */
public final class JsonMediaType {
  /** What {@link JsonCodec} writes. */
  public static final String APPLICATION_JSON = "application/json";

  private static final String TOKEN = "[a-z0-9!#$%&'*+.^_`|~-]+";
  private static final Pattern WITH_JSON_SUFFIX = Pattern.compile(TOKEN + "/" + TOKEN + "[+]json");

  private JsonMediaType() {}

  /**
   * Whether it is {@code application/json} or any type with the suffix {@code +json}, whatever the
   * parameters and the case.
   */
  public static boolean isJson(String mediaType) {
    int parameters = mediaType.indexOf(';');
    String type = parameters < 0 ? mediaType : mediaType.substring(0, parameters);
    String plain = type.strip().toLowerCase(Locale.ROOT);
    return plain.equals(APPLICATION_JSON) || WITH_JSON_SUFFIX.matcher(plain).matches();
  }
}
