package dev.semel.webhook;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer to one request, in HTTP/1.0 or 1.1, and no more of it than is of use. The
 * connection is not used again, so where the body ends is of no concern.
 */
final class ReplyReader {
  private static final int MAX_HEAD_BYTES = 32 * 1024;
  private static final int MAX_BODY_BYTES = 8 * 1024;
  private static final int MAX_INTERIM_REPLIES = 5;
  private static final int FIRST_FINAL = 200;
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})( .*)?");
  private static final Pattern CHUNK_SIZE = Pattern.compile("([0-9a-fA-F]{1,7})[ \t]*(;.*)?");

  private final InputStream in;
  private int headBytes;

  ReplyReader(InputStream in) {
    this.in = in;
  }

  /** The final answer; those that only announce one are skipped. */
  Reply read() throws IOException {
    for (int i = 0; i <= MAX_INTERIM_REPLIES; i++) {
      int status = status();
      Map<String, String> headers = headers();
      if (status >= FIRST_FINAL) {
        return new Reply(status, headers.get("retry-after"), startOfBody(headers));
      }
    }
    throw new ProtocolException("the endpoint announces answers and gives none");
  }

  private int status() throws IOException {
    String line = line();
    Matcher matcher = STATUS_LINE.matcher(line);
    if (!matcher.matches()) {
      throw new ProtocolException("the endpoint does not answer in HTTP/1.1");
    }
    return Integer.parseInt(matcher.group(1));
  }

  private Map<String, String> headers() throws IOException {
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
        headers.put(name, line.substring(colon + 1).strip());
      }
    }
    return headers;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      headBytes++;
      if (next < 0) {
        throw new EOFException("the endpoint closed the connection before it had answered");
      }
      if (headBytes > MAX_HEAD_BYTES) {
        throw new ProtocolException(
            "the head of the answer has more than %d bytes".formatted(MAX_HEAD_BYTES));
      }
      line.write(next);
    }
    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }

  /** The status is known by now: whatever goes wrong here changes nothing. */
  private String startOfBody(Map<String, String> headers) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try {
      if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
        readChunks(body);
      } else {
        copy(length(headers.get("content-length")), body);
      }
    } catch (IOException broken) {
      return body.toString(StandardCharsets.UTF_8);
    }
    return body.toString(StandardCharsets.UTF_8);
  }

  private static int length(@Nullable String header) {
    try {
      return header == null ? MAX_BODY_BYTES : Math.max(0, Integer.parseInt(header));
    } catch (NumberFormatException tooLongOrNonsense) {
      return MAX_BODY_BYTES;
    }
  }

  private void readChunks(ByteArrayOutputStream body) throws IOException {
    while (body.size() < MAX_BODY_BYTES) {
      Matcher size = CHUNK_SIZE.matcher(line());
      int bytes = size.matches() ? Integer.parseInt(size.group(1), 16) : 0;
      if (bytes == 0) {
        return;
      }
      copy(bytes, body);
      line();
    }
  }

  private void copy(int bytes, ByteArrayOutputStream body) throws IOException {
    int wanted = Math.min(bytes, MAX_BODY_BYTES - body.size());
    byte[] piece = new byte[1024];
    while (wanted > 0) {
      int read = in.read(piece, 0, Math.min(wanted, piece.length));
      if (read < 0) {
        return;
      }
      body.write(piece, 0, read);
      wanted -= read;
    }
  }
}
