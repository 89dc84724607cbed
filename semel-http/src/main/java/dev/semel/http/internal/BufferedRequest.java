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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body was read before. Stream and reader come from the buffered body, and so do
 * the parameters of a URL-encoded form. The stream can still be read after parameters were asked
 * for. A form that the container has parsed comes from the container. To run a handler again, wrap
 * the request again.
 *
 * <p>As with every request, it is for one thread at a time.
 */
public class BufferedRequest extends HttpServletRequestWrapper {
  private final RequestBody body;
  private final @Nullable ParsedForm form;
  private @Nullable String characterEncoding;
  private @Nullable ServletInputStream stream;
  private @Nullable BufferedReader reader;
  private @Nullable Map<String, String[]> parameters;
  private boolean asked;

  /**
   * @param request whose body was read to its end
   * @param body what was read
   */
  public BufferedRequest(HttpServletRequest request, RequestBody body) {
    super(request);
    this.body = body;
    this.form = body.form();
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    if (reader != null) {
      throw new IllegalStateException("getReader was called for this request");
    }
    refuseIfParsed();
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
    refuseIfParsed();
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
      asked = true;
      if (form != null) {
        form.throwParameterFailure(body);
      }
      boolean isForm =
          form == null
              && body.length() > 0
              && MediaType.isUrlEncoded(MediaType.of(this))
              && Charsets.isFormMethod(this);
      parameters =
          isForm
              ? Parameters.of(super.getParameterMap(), body, Charsets.ofForm(this))
              : super.getParameterMap();
    }
    return parameters;
  }

  @Override
  public Collection<Part> getParts() throws IOException, ServletException {
    asked = true;
    if (form != null) {
      form.throwPartFailure();
    }
    return super.getParts();
  }

  @Override
  public @Nullable Part getPart(String name) throws IOException, ServletException {
    asked = true;
    if (form != null) {
      form.throwPartFailure();
    }
    return super.getPart(name);
  }

  /** As in the container: who has asked for parts or parameters finds an empty stream. */
  private void refuseIfParsed() {
    if (!asked && MediaType.isMultipart(MediaType.of(this)) && form != null && !form.leaves(body)) {
      throw new IllegalStateException(
          "the idempotency filter let the container parse this multipart form, so that its bytes"
              + " cannot be read; call getParts(), or remove the multipart configuration of the"
              + " servlet (in Spring Boot spring.servlet.multipart.enabled=false)");
    }
  }
}
