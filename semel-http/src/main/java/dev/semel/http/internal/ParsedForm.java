package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.http.internal.UrlEncoded.Field;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A form that the servlet container has parsed. The container hands the form to the handler, so
 * that a handler reads the same form with the filter and without it: the same limits, the same
 * character encodings, the same errors. The filter reads only what the fingerprint needs.
 */
abstract sealed class ParsedForm {
  /** Returns the elements of the fingerprint that stand for the body. */
  abstract List<byte[]> fingerprint(RequestBody body, boolean ordered) throws IOException;

  /** Lets the container parse a multipart form, within the limits of its servlet. */
  static ParsedForm multipart(HttpServletRequest request) {
    try {
      return new Multipart(List.copyOf(request.getParts()));
    } catch (IOException | ServletException | RuntimeException failure) {
      return new Unparsed(failure, boundaryOf(request), request.getContentLengthLong());
    }
  }

  private static String boundaryOf(HttpServletRequest request) {
    String contentType = MediaType.of(request);
    MediaType type = contentType == null ? null : MediaType.parse(contentType);
    String boundary = type == null ? null : type.boundary();
    return boundary == null ? "" : boundary;
  }

  /** Returns the fields of a form that was parsed in front of the filter; null if it has none. */
  static @Nullable ParsedForm fields(HttpServletRequest request) {
    if (!MediaType.isUrlEncoded(MediaType.of(request))) {
      return null;
    }
    Map<String, List<String>> fields = new LinkedHashMap<>();
    request.getParameterMap().forEach((name, all) -> fields.put(name, List.of(all)));
    String query = request.getQueryString();
    for (Field inQuery :
        UrlEncoded.parse(
            query == null ? new byte[0] : query.getBytes(UTF_8), BodyParts.MAX_FIELDS)) {
      // The container puts the values of the query in front of those of the body.
      fields.computeIfPresent(
          Octets.decode(inQuery.name(), UTF_8), (name, all) -> withoutFirst(all));
    }
    return fields.isEmpty() ? null : new Fields(fields);
  }

  private static @Nullable List<String> withoutFirst(List<String> values) {
    return values.size() == 1 ? null : values.subList(1, values.size());
  }

  /** Returns whether the servlet seems to take no multipart forms. */
  boolean isUnconfigured() {
    return false;
  }

  /** Returns whether the stream still has the whole body. */
  boolean leaves(RequestBody body) {
    return false;
  }

  /**
   * Throws what the container threw when it was asked for parts, if it could not parse the form.
   */
  void throwPartFailure() throws IOException, ServletException {}

  /** Throws what a container throws when it is asked for the parameters of a malformed form. */
  void throwParameterFailure(RequestBody body) {}

  /** The fields of a form, without those of the query. */
  private static final class Fields extends ParsedForm {
    private static final byte[] FORM = RequestFingerprinter.ascii("parsed-form");
    private final Map<String, List<String>> fields;

    Fields(Map<String, List<String>> fields) {
      this.fields = fields;
    }

    @Override
    List<byte[]> fingerprint(RequestBody body, boolean ordered) {
      MessageDigest digest = Sha256.create();
      Collection<String> names = ordered ? fields.keySet() : new TreeSet<>(fields.keySet());
      for (String name : names) {
        for (String value : fields.getOrDefault(name, List.of())) {
          Sha256.addElement(digest, name.getBytes(UTF_8));
          Sha256.addElement(digest, value.getBytes(UTF_8));
        }
      }
      return List.of(FORM, digest.digest());
    }
  }

  /** A multipart form. */
  static final class Multipart extends ParsedForm {
    private static final byte[] MULTIPART = RequestFingerprinter.ascii("multipart");
    private static final byte[] NONE = new byte[0];
    private final List<Part> parts;

    Multipart(List<Part> parts) {
      this.parts = parts;
    }

    /** The boundary does not count. */
    @Override
    List<byte[]> fingerprint(RequestBody body, boolean ordered) throws IOException {
      MessageDigest digest = Sha256.create();
      for (Part part : parts) {
        List<byte[]> elements = elementsOf(part);
        Sha256.addElement(digest, Integer.toString(elements.size()).getBytes(UTF_8));
        elements.forEach(element -> Sha256.addElement(digest, element));
      }
      return List.of(MULTIPART, digest.digest());
    }

    private static List<byte[]> elementsOf(Part part) throws IOException {
      List<byte[]> elements = new ArrayList<>();
      elements.add(part.getName() == null ? NONE : part.getName().getBytes(UTF_8));
      elements.add(Sha256.of(part.getInputStream()));
      Map<String, String> names = new LinkedHashMap<>();
      part.getHeaderNames().forEach(name -> names.put(name.toLowerCase(Locale.ROOT), name));
      for (String name : new TreeSet<>(names.keySet())) {
        for (String value : part.getHeaders(names.getOrDefault(name, name))) {
          elements.add(name.getBytes(UTF_8));
          elements.add(value.getBytes(UTF_8));
        }
      }
      return elements;
    }
  }

  /**
   * A multipart form that the container did not parse: its servlet takes no multipart forms, or the
   * form is malformed, or it exceeds a limit. What the container left in the stream is the body.
   */
  private static final class Unparsed extends ParsedForm {
    private static final byte[] UNPARSED = RequestFingerprinter.ascii("unparsed-multipart");
    private static final int MAX_CAUSES = 20;

    private final Exception failure;
    private final String boundary;
    private final long declaredBytes;

    Unparsed(Exception failure, String boundary, long declaredBytes) {
      this.failure = failure;
      this.boundary = boundary;
      this.declaredBytes = declaredBytes;
    }

    @Override
    boolean leaves(RequestBody body) {
      return declaredBytes < 0 ? isUnconfigured() : body.length() == declaredBytes;
    }

    /** Containers refuse parts to a servlet without configuration before they read the body. */
    @Override
    boolean isUnconfigured() {
      Throwable cause = failure;
      for (int depth = 0; cause.getCause() != null && depth < MAX_CAUSES; depth++) {
        cause = cause.getCause();
      }
      return cause.getClass() == IllegalStateException.class;
    }

    /** Counts the declared length if the container has consumed a part of the body. */
    @Override
    List<byte[]> fingerprint(RequestBody body, boolean ordered) throws IOException {
      String declared = leaves(body) ? "" : Long.toString(declaredBytes);
      return List.of(
          UNPARSED, declared.getBytes(UTF_8), DelimitedDigest.of(body.open(), "--" + boundary));
    }

    @Override
    void throwPartFailure() throws IOException, ServletException {
      if (failure instanceof IOException unreadable) {
        throw unreadable;
      } else if (failure instanceof ServletException malformed) {
        throw malformed;
      }
      throw (RuntimeException) failure;
    }

    /** A servlet that takes no multipart forms has no parameters in them. */
    @Override
    void throwParameterFailure(RequestBody body) {
      if (leaves(body) && isUnconfigured()) {
        return;
      }
      if (failure instanceof RuntimeException refused) {
        throw refused;
      }
      throw new MalformedFormException("the multipart form is malformed", failure);
    }
  }
}
