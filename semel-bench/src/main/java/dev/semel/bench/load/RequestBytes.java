package dev.semel.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/** Requests as they go over the wire. Immutable. */
final class RequestBytes {
  private static final int SEED = 4711;

  private final Request request;
  private final byte[] body;

  RequestBytes(Request request) {
    this.request = request;
    this.body = body(request.mediaType(), request.bodyBytes());
  }

  /** Text that is read as JSON where it is called so, and what cannot be read otherwise. */
  private static byte[] body(String mediaType, int bytes) {
    byte[] body = new byte[bytes];
    if (!mediaType.equals(Request.JSON)) {
      new Random(SEED).nextBytes(body);
      return body;
    }
    String begin = "{\"text\":\"";
    String end = "\"}";
    Arrays.fill(body, (byte) 'x');
    for (int i = 0; i < bytes; i += 10) {
      body[i] = ' ';
    }
    System.arraycopy(begin.getBytes(StandardCharsets.UTF_8), 0, body, 0, begin.length());
    System.arraycopy(
        end.getBytes(StandardCharsets.UTF_8), 0, body, bytes - end.length(), end.length());
    body[begin.length()] = 'x';
    return body;
  }

  byte[] withoutKey(int place) {
    return bytes(place, "");
  }

  byte[] keyed(String key, int place) {
    return bytes(place, "Idempotency-Key: \"" + key + "\"\r\n");
  }

  private byte[] bytes(int place, String keyLine) {
    String path = request.paths().get(place % request.paths().size());
    byte[] head =
        String.format(
                Locale.ROOT,
                """
        POST %s HTTP/1.1\r
        Host: localhost\r
        Authorization: Bearer north-olga\r
        Content-Type: %s\r
        Content-Length: %d\r
        %s\r
        """,
                path,
                request.mediaType(),
                body.length,
                keyLine)
            .getBytes(StandardCharsets.ISO_8859_1);
    byte[] bytes = Arrays.copyOf(head, head.length + body.length);
    System.arraycopy(body, 0, bytes, head.length, body.length);
    return bytes;
  }
}
