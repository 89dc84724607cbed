package dev.semel.http.filter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;

/** A client that says exactly what a test wants, and leaves when it wants. */
final class RawHttp implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket;

  RawHttp(int port) throws IOException {
    this.socket = new Socket(InetAddress.getByName("localhost"), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /** The head of a POST to /orders. */
  static String head(String key, String more) {
    return "POST /orders HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: %s\r\n%s\r\n"
        .formatted(key, more);
  }

  /** Reads up to a text and returns everything with it. */
  String readUntil(String end) throws IOException {
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    while (!read.toString(ISO_8859_1).endsWith(end)) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the server closed after: " + read.toString(ISO_8859_1));
      }
      read.write(next);
    }
    return read.toString(ISO_8859_1);
  }

  /** Leaves without a word: the server's next packet is answered with a reset. */
  void vanish() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
