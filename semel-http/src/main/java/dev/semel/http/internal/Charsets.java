package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Encodings by the names that clients give them. */
final class Charsets {
  private static final String JETTY = "jetty";

  private Charsets() {}

  /**
   * The encoding of a form. Where nobody names one, it is the container's own: UTF-8 on Jetty, else
   * that of the servlet specification.
   */
  static Charset ofForm(HttpServletRequest request) throws UnsupportedEncodingException {
    String server = request.getServletContext().getServerInfo().toLowerCase(Locale.ROOT);
    return named(request.getCharacterEncoding(), server.startsWith(JETTY) ? UTF_8 : ISO_8859_1);
  }

  /**
   * The encoding of this name.
   *
   * @param name null for the standard one
   */
  static Charset named(@Nullable String name, Charset standard)
      throws UnsupportedEncodingException {
    if (name == null) {
      return standard;
    }
    try {
      return Charset.forName(name);
    } catch (IllegalArgumentException e) {
      UnsupportedEncodingException refusal =
          new UnsupportedEncodingException("the request names an unknown character encoding");
      refusal.initCause(e);
      throw refusal;
    }
  }
}
