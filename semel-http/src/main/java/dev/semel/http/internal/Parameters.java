package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.http.internal.UrlEncoded.Field;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a request: those of the query, then those of a form that was posted or of a
 * multipart form, as the servlet specification has it.
 */
final class Parameters {
  static final int MAX_FORM_BYTES = BodyForm.MAX_PARSED_BYTES;

  private final Map<String, List<String>> values = new LinkedHashMap<>();

  private Parameters() {}

  /**
   * @param ofQuery as the container decoded them
   * @throws IllegalStateException if the form cannot be read, as in Servlet 6.1
   */
  static Map<String, String[]> of(
      BufferedRequest request, Map<String, String[]> ofQuery, RequestBody body) {
    Parameters parameters = new Parameters();
    ofQuery.forEach((name, all) -> parameters.valuesOf(name).addAll(List.of(all)));
    try {
      parameters.addBody(request, body);
    } catch (IOException | ServletException e) {
      throw new IllegalStateException("the form in the request's body cannot be read", e);
    }
    return parameters.toMap();
  }

  /** As browsers write them, in UTF-8. */
  static Map<String, String[]> ofQuery(@Nullable String query) {
    Parameters parameters = new Parameters();
    byte[] text = query == null ? new byte[0] : query.getBytes(UTF_8);
    parameters.addAll(UrlEncoded.parse(text, BodyParts.MAX_FIELDS), UTF_8);
    return parameters.toMap();
  }

  private void addAll(List<Field> fields, Charset charset) {
    for (Field field : fields) {
      valuesOf(Octets.decode(field.name(), charset)).add(Octets.decode(field.value(), charset));
    }
  }

  private List<String> valuesOf(String name) {
    return values.computeIfAbsent(name, unseen -> new ArrayList<>());
  }

  private Map<String, String[]> toMap() {
    Map<String, String[]> map = new LinkedHashMap<>();
    values.forEach((name, all) -> map.put(name, all.toArray(String[]::new)));
    return Collections.unmodifiableMap(map);
  }

  private void addBody(BufferedRequest request, RequestBody body)
      throws IOException, ServletException {
    String contentType = request.getContentType();
    MediaType type = contentType == null ? null : MediaType.parse(contentType);
    if (type == null || body.length() == 0) {
      return;
    }
    if (type.isUrlEncoded() && request.getMethod().equals("POST")) {
      addForm(body, Charsets.ofForm(request));
    } else if (type.isMultipartForm()) {
      addFields(request);
    }
  }

  private void addForm(RequestBody body, Charset charset) throws IOException {
    refuseIfTooLarge(body.length());
    List<Field> fields = UrlEncoded.parse(body.bytes(), BodyParts.MAX_FIELDS);
    if (fields.size() > BodyParts.MAX_FIELDS) {
      throw new IOException("the form has more than " + BodyParts.MAX_FIELDS + " fields");
    }
    addAll(fields, charset);
  }

  private static void refuseIfTooLarge(long bytes) throws IOException {
    if (bytes > MAX_FORM_BYTES) {
      throw new IOException("the fields of the form have more than " + MAX_FORM_BYTES + " bytes");
    }
  }

  /** A part with a file name is not a parameter. */
  private void addFields(BufferedRequest request) throws IOException, ServletException {
    long bytes = 0;
    for (Part part : request.getParts()) {
      if (part.getSubmittedFileName() == null) {
        bytes += part.getSize();
        refuseIfTooLarge(bytes);
        valuesOf(part.getName()).add(textOf(part, Charsets.ofForm(request)));
      }
    }
  }

  private static String textOf(Part part, Charset standard) throws IOException {
    MediaType type = part.getContentType() == null ? null : MediaType.parse(part.getContentType());
    Charset charset = Charsets.named(type == null ? null : type.charset(), standard);
    try (InputStream content = part.getInputStream()) {
      return new String(content.readAllBytes(), charset);
    }
  }
}
