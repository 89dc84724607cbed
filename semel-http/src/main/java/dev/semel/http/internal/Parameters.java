package dev.semel.http.internal;

import dev.semel.http.internal.UrlEncoded.Field;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters of a request with a URL-encoded form: those of the query, then those of the form.
 */
final class Parameters {
  static final int MAX_FORM_BYTES = BodyForm.MAX_PARSED_BYTES;

  private Parameters() {}

  /**
   * Returns the parameters.
   *
   * @param ofQuery as the container decoded them
   * @throws MalformedFormException if the form cannot be read
   */
  static Map<String, String[]> of(
      Map<String, String[]> ofQuery, RequestBody body, Charset charset) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    ofQuery.forEach((name, all) -> values.put(name, new ArrayList<>(List.of(all))));
    for (Field field : fields(body)) {
      values
          .computeIfAbsent(decode(field.name(), charset), unseen -> new ArrayList<>())
          .add(decode(field.value(), charset));
    }
    Map<String, String[]> map = new LinkedHashMap<>();
    values.forEach((name, all) -> map.put(name, all.toArray(String[]::new)));
    return Collections.unmodifiableMap(map);
  }

  private static List<Field> fields(RequestBody body) {
    refuseIf(body.length() > MAX_FORM_BYTES, "has more than " + MAX_FORM_BYTES + " bytes");
    try {
      byte[] text = body.bytes();
      refuseIf(Percent.isMalformed(text), "has a percent sign without two hexadecimal digits");
      List<Field> fields = UrlEncoded.parse(text, BodyParts.MAX_FIELDS);
      refuseIf(
          fields.size() > BodyParts.MAX_FIELDS,
          "has more than " + BodyParts.MAX_FIELDS + " fields");
      return fields;
    } catch (IOException e) {
      throw new UncheckedIOException("the buffered request body cannot be read", e);
    }
  }

  private static String decode(String octets, Charset charset) {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(Octets.bytes(octets))).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedFormException("the form is not encoded in " + charset);
    }
  }

  private static void refuseIf(boolean malformed, String why) {
    if (malformed) {
      throw new MalformedFormException("the form in the request's body " + why);
    }
  }
}
