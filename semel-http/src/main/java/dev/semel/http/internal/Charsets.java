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
   * Returns the encoding of a URL-encoded form, as the container chooses it. If the request names
   * none: UTF-8 on Jetty, else that of the servlet specification. If the request names an unknown
   * one: Jetty refuses the form, others take the default.
   *
   * @throws MalformedFormException if the form is refused
   */
  static Charset ofForm(HttpServletRequest request) {
    boolean onJetty = isJetty(request);
    try {
      return named(request.getCharacterEncoding(), onJetty ? UTF_8 : ISO_8859_1);
    } catch (UnsupportedEncodingException | IllegalArgumentException e) {
      if (onJetty) {
        throw new MalformedFormException("the form names an unknown character encoding");
      }
      return ISO_8859_1;
    }
  }

  /** Returns whether the container reads the form of a request with this method. */
  static boolean isFormMethod(HttpServletRequest request) {
    return request.getMethod().equals("POST")
        || (request.getMethod().equals("PUT") && isJetty(request));
  }

  private static boolean isJetty(HttpServletRequest request) {
    String server = request.getServletContext().getServerInfo().toLowerCase(Locale.ROOT);
    return server.startsWith(JETTY);
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
