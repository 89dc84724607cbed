package dev.semel.http.internal;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body was read before. Stream, reader, parameters and parts all come from the
 * buffered body, in any order, and the stream can still be read after parameters were asked for. To
 * run a handler again, wrap the request again.
 *
 * <p>As with every request, it is for one thread at a time.
 */
public class BufferedRequest extends HttpServletRequestWrapper {
  private final RequestBody body;
  private @Nullable String characterEncoding;
  private @Nullable ServletInputStream stream;
  private @Nullable BufferedReader reader;
  private @Nullable Map<String, String[]> parameters;
  private @Nullable List<Part> parts;

  /**
   * @param request whose body was read to its end
   * @param body what was read
   */
  public BufferedRequest(HttpServletRequest request, RequestBody body) {
    super(request);
    this.body = body;
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    if (reader != null) {
      throw new IllegalStateException("getReader was called for this request");
    }
    if (stream == null) {
      stream = new BufferedInput(body, this::getAsyncContext);
    }
    return stream;
  }

  @Override
  public BufferedReader getReader() throws IOException {
    if (stream != null) {
      throw new IllegalStateException("getInputStream was called for this request");
    }
    if (reader == null) {
      Charset charset = Charsets.named(getCharacterEncoding(), StandardCharsets.ISO_8859_1);
      reader = new BufferedReader(new InputStreamReader(body.open(), charset));
    }
    return reader;
  }

  @Override
  public @Nullable String getCharacterEncoding() {
    return characterEncoding == null ? super.getCharacterEncoding() : characterEncoding;
  }

  /** Kept here: containers do not listen any more once the body was read. */
  @Override
  public void setCharacterEncoding(String encoding) throws UnsupportedEncodingException {
    Charsets.named(encoding, StandardCharsets.UTF_8);
    if (reader == null && parameters == null) {
      characterEncoding = encoding;
    }
  }

  /** Overrides what Servlet 6.1 added, and is never called before. */
  @SuppressWarnings("MissingOverride")
  public void setCharacterEncoding(Charset encoding) {
    if (reader == null && parameters == null) {
      characterEncoding = encoding.name();
    }
  }

  @Override
  public @Nullable String getParameter(String name) {
    String[] values = parameters().get(name);
    return values == null ? null : values[0];
  }

  @Override
  public String @Nullable [] getParameterValues(String name) {
    String[] values = parameters().get(name);
    return values == null ? null : values.clone();
  }

  @Override
  public Enumeration<String> getParameterNames() {
    return Collections.enumeration(parameters().keySet());
  }

  @Override
  public Map<String, String[]> getParameterMap() {
    return parameters();
  }

  private Map<String, String[]> parameters() {
    if (parameters == null) {
      parameters = Parameters.of(this, ofQuery(), body);
    }
    return parameters;
  }

  /**
   * The container's, unless it would look for parts to make parameters of, in a body that is not
   * there any more.
   */
  private Map<String, String[]> ofQuery() {
    return MediaType.isMultipartForm(getContentType())
        ? Parameters.ofQuery(getQueryString())
        : super.getParameterMap();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Limits of the servlet's multipart configuration hold where the container lets them be known:
   * from the annotation of the servlet, and from any configuration on Jetty. Beyond that, a form
   * has at most 1000 parts, and the limit of the whole body holds.
   */
  @Override
  public Collection<Part> getParts() throws IOException, ServletException {
    if (parts == null) {
      parts = Parts.of(this, body);
    }
    return parts;
  }

  @Override
  public @Nullable Part getPart(String name) throws IOException, ServletException {
    return getParts().stream().filter(part -> part.getName().equals(name)).findFirst().orElse(null);
  }
}
