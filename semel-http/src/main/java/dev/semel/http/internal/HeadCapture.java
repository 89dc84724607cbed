package dev.semel.http.internal;

import dev.semel.json.JsonMediaType;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The head of a captured response: status, headers and cookies reach the real response when it is
 * sent.
 *
 * <p>Only the content type and what hangs on it (encoding, locale) is set on the real response at
 * once, because only the container knows its own rules for them. {@link #discard} takes that back.
 */
abstract class HeadCapture extends HttpServletResponseWrapper {
  final HttpServletResponse real;
  final CapturedHead head;
  private final @Nullable String contentTypeBefore;
  private boolean contentTypeSet;
  private @Nullable String writerEncoding;
  private int forwards;

  HeadCapture(HttpServletResponse real) {
    super(real);
    this.real = real;
    this.head = new CapturedHead(real);
    this.contentTypeBefore = real.getContentType();
  }

  int status() {
    return head.status();
  }

  boolean hasHeader(String name, String value) {
    return head.get(name).stream().anyMatch(value::equalsIgnoreCase);
  }

  /** What was set behind the filter. */
  List<HeaderField> fields() {
    List<HeaderField> fields = new ArrayList<>();
    String type = real.getContentType();
    if (contentTypeSet && type != null) {
      fields.add(new HeaderField("Content-Type", true, List.of(type)));
    }
    fields.addAll(head.fields());
    return fields;
  }

  /** Takes back what was set on the real response, so that another can take its place. */
  void discard() {
    writerEncoding = null;
    if (contentTypeSet && !real.isCommitted()) {
      real.setCharacterEncoding((String) null);
      real.setLocale(null);
      real.setContentType(contentTypeBefore);
    }
  }

  /** The encoding that the container's own writer would use, and from now on that of ours. */
  Charset fixEncoding() {
    String encoding = real.getCharacterEncoding();
    writerEncoding = encoding;
    declare(encoding);
    return Charset.forName(encoding);
  }

  /** A container says which encoding its writer uses, except where the type says or implies it. */
  private void declare(@Nullable String encoding) {
    if (encoding != null && !isDeclared(encoding)) {
      real.setCharacterEncoding(encoding);
      contentTypeSet = true;
    }
  }

  private boolean isDeclared(String encoding) {
    String type = real.getContentType();
    MediaType parsed = type == null ? null : MediaType.parse(type);
    if (parsed == null) {
      return false;
    }
    String declared = parsed.charset();
    return declared == null
        ? JsonMediaType.isJson(parsed.type()) && encoding.equalsIgnoreCase("UTF-8")
        : declared.equalsIgnoreCase(encoding);
  }

  @Override
  public void setStatus(int status) {
    if (!isCommitted()) {
      head.status(status);
    }
  }

  @Override
  public int getStatus() {
    return head.status();
  }

  @Override
  public void addCookie(Cookie cookie) {
    head.add(cookie);
  }

  @Override
  public boolean containsHeader(String name) {
    return !head.get(name).isEmpty();
  }

  @Override
  public @Nullable String getHeader(String name) {
    List<String> values = head.get(name);
    return values.isEmpty() ? null : values.get(0);
  }

  @Override
  public Collection<String> getHeaders(String name) {
    return head.get(name);
  }

  @Override
  public Collection<String> getHeaderNames() {
    return head.names();
  }

  @Override
  public void setHeader(String name, @Nullable String value) {
    if (!isCommitted() && !isOfContainer(name, value)) {
      head.set(name, value);
    }
  }

  @Override
  public void addHeader(String name, @Nullable String value) {
    if (!isCommitted() && !isOfContainer(name, value)) {
      head.add(name, value);
    }
  }

  /** The length is counted here, a replay is marked here, and the type has rules of its own. */
  private boolean isOfContainer(String name, @Nullable String value) {
    if (name.equalsIgnoreCase("Content-Type")) {
      setContentType(value);
      return true;
    }
    return name.equalsIgnoreCase("Content-Length") || name.equalsIgnoreCase(Exchange.MARKER);
  }

  @Override
  public void setDateHeader(String name, long epochMillis) {
    setHeader(name, CapturedHead.date(epochMillis));
  }

  @Override
  public void addDateHeader(String name, long epochMillis) {
    addHeader(name, CapturedHead.date(epochMillis));
  }

  @Override
  public void setIntHeader(String name, int value) {
    setHeader(name, Integer.toString(value));
  }

  @Override
  public void addIntHeader(String name, int value) {
    addHeader(name, Integer.toString(value));
  }

  @Override
  public void setContentLength(int bytes) {
    // Counted here.
  }

  @Override
  public void setContentLengthLong(long bytes) {
    // Counted here.
  }

  @Override
  public void setContentType(@Nullable String type) {
    if (isCommitted()) {
      return;
    }
    contentTypeSet = true;
    real.setContentType(type);
    declare(writerEncoding);
  }

  @Override
  public void setCharacterEncoding(@Nullable String encoding) {
    if (!isCommitted() && writerEncoding == null) {
      contentTypeSet = true;
      real.setCharacterEncoding(encoding);
    }
  }

  /** Of Servlet 6.1; older containers never call it. */
  public void setCharacterEncoding(Charset encoding) {
    setCharacterEncoding(encoding.name());
  }

  @Override
  public void setLocale(@Nullable Locale locale) {
    if (isCommitted()) {
      return;
    }
    contentTypeSet = true;
    real.setLocale(locale);
    head.set("Content-Language", locale == null ? null : locale.toLanguageTag());
    declare(writerEncoding);
  }

  /** They cannot be kept, and the first caller should not get more than a retry. */
  @Override
  public void setTrailerFields(Supplier<Map<String, String>> trailers) {
    // Dropped.
  }

  void forwarding(boolean begins) {
    forwards += begins ? 1 : -1;
  }

  /** An include has to find the container's response. */
  int suspendForwards() {
    int suspended = forwards;
    forwards = 0;
    return suspended;
  }

  void resumeForwards(int suspended) {
    forwards = suspended;
  }

  /**
   * After a forward, Tomcat looks for its own response below all wrappers and suspends it, so that
   * what is sent afterwards would be lost. While a forward is under way it finds something else.
   */
  @Override
  public ServletResponse getResponse() {
    return forwards > 0 ? plain(real) : super.getResponse();
  }

  private static HttpServletResponse plain(HttpServletResponse response) {
    return (HttpServletResponse)
        Proxy.newProxyInstance(
            CapturedResponse.class.getClassLoader(),
            new Class<?>[] {HttpServletResponse.class},
            (proxy, method, arguments) -> {
              try {
                return method.invoke(response, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }
}
