package dev.semel.http.internal;

import dev.semel.http.internal.MultipartIndex.Header;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A part of a multipart form: a view of the buffered body. */
final class BufferedPart implements Part {
  private final MultipartIndex.Part part;
  private final RequestBody body;
  private final Charset charset;
  private final String location;
  private final String name;
  private final @Nullable String fileName;

  private BufferedPart(
      MultipartIndex.Part part,
      RequestBody body,
      Charset charset,
      String location,
      String name,
      @Nullable String fileName) {
    this.part = part;
    this.body = body;
    this.charset = charset;
    this.location = location;
    this.name = name;
    this.fileName = fileName;
  }

  /**
   * Null for a part without a name, which is no part of a form.
   *
   * @param charset of headers, where browsers put file names as they are
   * @param location where relative file names lead to
   */
  static @Nullable BufferedPart of(
      MultipartIndex.Part part, RequestBody body, Charset charset, String location) {
    String disposition = part.header("Content-Disposition");
    List<HeaderParameter> parameters =
        disposition == null ? null : dispositionParameters(Octets.decode(disposition, charset));
    String name = parameters == null ? null : HeaderParameter.valueOf("name", parameters);
    return parameters == null || name == null
        ? null
        : new BufferedPart(part, body, charset, location, name, FileName.of(parameters));
  }

  private static @Nullable List<HeaderParameter> dispositionParameters(String disposition) {
    int semicolon = disposition.indexOf(';');
    boolean ofForm = disposition.toLowerCase(Locale.ROOT).startsWith("form-data");
    return ofForm && semicolon >= 0
        ? HeaderParameter.parseAll(disposition.substring(semicolon))
        : null;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return body.open(part.content().offset(), part.content().length());
  }

  @Override
  public @Nullable String getContentType() {
    return getHeader("Content-Type");
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public @Nullable String getSubmittedFileName() {
    return fileName;
  }

  @Override
  public long getSize() {
    return part.content().length();
  }

  @Override
  public void write(String file) throws IOException {
    // An absolute path is taken as it is.
    Path target = Path.of(location).resolve(file);
    try (InputStream content = getInputStream()) {
      Files.copy(content, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Nothing to delete: the content goes with the body. */
  @Override
  public void delete() {}

  @Override
  public @Nullable String getHeader(String headerName) {
    String value = part.header(headerName);
    return value == null ? null : Octets.decode(value, charset);
  }

  @Override
  public Collection<String> getHeaders(String headerName) {
    return part.headers().stream()
        .filter(header -> header.name().equalsIgnoreCase(headerName))
        .map(header -> Octets.decode(header.value(), charset))
        .toList();
  }

  @Override
  public Collection<String> getHeaderNames() {
    Set<String> names = new LinkedHashSet<>();
    part.headers().stream().map(Header::name).forEach(names::add);
    return names;
  }
}
