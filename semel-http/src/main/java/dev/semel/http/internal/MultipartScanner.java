package dev.semel.http.internal;

import dev.semel.http.internal.MultipartIndex.Header;
import dev.semel.http.internal.MultipartIndex.Part;
import dev.semel.http.internal.MultipartIndex.Slice;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Finds the parts of a multipart body in one pass, with a buffer as its only memory. */
final class MultipartScanner {
  static final int MAX_PARTS = 1000;
  static final int MAX_HEADER_BYTES = 16 * 1024;
  static final int MAX_BOUNDARY_CHARACTERS = 200;

  private static final int BUFFER_BYTES = 16 * 1024;
  private static final int END = -1;

  /** A delimiter stands at the beginning of a line, so the line before it ends with it. */
  private static final int LINE_BREAK_BYTES = 2;

  private final InputStream in;
  private final byte[] delimiter;
  private final int[] fallbacks;
  private long position;

  private MultipartScanner(InputStream in, String boundary) {
    this.in = in;
    this.delimiter = Octets.bytes("\r\n--" + boundary);
    this.fallbacks = fallbacksOf(delimiter);
  }

  static MultipartIndex scan(RequestBody body, String boundary) throws IOException {
    if (boundary.isEmpty() || boundary.length() > MAX_BOUNDARY_CHARACTERS) {
      throw new MalformedMultipartException("the content type has no usable boundary");
    }
    try (InputStream in = new BufferedInputStream(body.open(), BUFFER_BYTES)) {
      return new MultipartScanner(in, boundary).scan(body.length());
    }
  }

  private MultipartIndex scan(long bodyBytes) throws IOException {
    Slice preamble = contentToDelimiter();
    List<Part> parts = new ArrayList<>();
    while (!atClosingDelimiter()) {
      if (parts.size() == MAX_PARTS) {
        throw new MalformedMultipartException("there are more than " + MAX_PARTS + " parts");
      }
      List<Header> headers = headers();
      parts.add(new Part(headers, contentToDelimiter()));
    }
    return new MultipartIndex(preamble, parts, new Slice(position, bodyBytes - position));
  }

  private int next() throws IOException {
    int octet = in.read();
    position += octet == END ? 0 : 1;
    return octet;
  }

  private int required(String missing) throws IOException {
    int octet = next();
    if (octet == END) {
      throw new MalformedMultipartException("the body ends before " + missing);
    }
    return octet;
  }

  /**
   * Skips what comes before the next delimiter, and the delimiter. It may come at once: the line
   * break in front of it is then the one that was just read, or the beginning of the body.
   */
  private Slice contentToDelimiter() throws IOException {
    long offset = position;
    int matched = LINE_BREAK_BYTES;
    while (matched < delimiter.length) {
      int octet = required("the closing delimiter");
      while (matched > 0 && delimiter[matched] != (byte) octet) {
        matched = fallbacks[matched - 1];
      }
      matched += delimiter[matched] == (byte) octet ? 1 : 0;
    }
    return new Slice(offset, Math.max(position - offset - delimiter.length, 0));
  }

  /** For each beginning of the delimiter, how much of its end is a beginning, too. */
  private static int[] fallbacksOf(byte[] delimiter) {
    int[] fallbacks = new int[delimiter.length];
    int matched = 0;
    for (int i = 1; i < delimiter.length; i++) {
      while (matched > 0 && delimiter[matched] != delimiter[i]) {
        matched = fallbacks[matched - 1];
      }
      matched += delimiter[matched] == delimiter[i] ? 1 : 0;
      fallbacks[i] = matched;
    }
    return fallbacks;
  }

  /** Reads the rest of the line: two hyphens, or nothing but spaces. */
  private boolean atClosingDelimiter() throws IOException {
    int octet = required("the closing delimiter");
    if (octet == '-') {
      expect('-');
      return true;
    }
    while (octet == ' ' || octet == '\t') {
      octet = required("the closing delimiter");
    }
    if (octet != '\r') {
      throw new MalformedMultipartException("something follows the delimiter at byte " + position);
    }
    expect('\n');
    return false;
  }

  private void expect(char wanted) throws IOException {
    if (required("the closing delimiter") != wanted) {
      throw new MalformedMultipartException("a line is broken at byte " + position);
    }
  }

  private List<Header> headers() throws IOException {
    List<Header> headers = new ArrayList<>();
    long limit = position + MAX_HEADER_BYTES;
    String line = line(limit);
    while (!line.isEmpty()) {
      headers.add(header(line));
      line = line(limit);
    }
    return headers;
  }

  private String line(long limit) throws IOException {
    StringBuilder line = new StringBuilder();
    int octet = required("the end of a part's headers");
    while (octet != '\r') {
      if (position > limit) {
        throw new MalformedMultipartException(
            "the headers of a part have more than " + MAX_HEADER_BYTES + " bytes");
      }
      line.append((char) octet);
      octet = required("the end of a part's headers");
    }
    expect('\n');
    return line.toString();
  }

  private Header header(String line) throws MalformedMultipartException {
    int colon = line.indexOf(':');
    if (colon <= 0 || line.charAt(0) <= ' ') {
      throw new MalformedMultipartException("a part's header is broken at byte " + position);
    }
    return new Header(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
  }
}
