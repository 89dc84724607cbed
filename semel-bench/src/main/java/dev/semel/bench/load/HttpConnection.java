package dev.semel.bench.load;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One connection that is kept alive, and knows as much of HTTP/1.1 as it takes to measure: whoever
 * makes the load should use little of the processor that is being measured. For one thread.
 */
final class HttpConnection implements AutoCloseable {
  private final int port;
  private Socket socket;
  private InputStream in;
  private OutputStream out;
  private boolean isOver;

  /**
   * What came back, as far as it matters.
   *
   * @param isReplayed whether it says of itself that it was stored
   */
  record Reply(int status, boolean isReplayed) {}

  /** What the head says of the body. */
  private record Head(
      int status, boolean isReplayed, boolean isLast, boolean isChunked, long bodyBytes) {}

  HttpConnection(int port) throws IOException {
    this.port = port;
    socket = connect(port);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    return socket;
  }

  Reply exchange(byte[] request) throws IOException {
    if (isOver) {
      reconnect();
    }
    out.write(request);
    out.flush();
    Head head = readHead();
    if (head.isChunked()) {
      skipChunks();
    } else {
      in.skipNBytes(head.bodyBytes());
    }
    isOver = head.isLast();
    return new Reply(head.status(), head.isReplayed());
  }

  /** Servers end a connection after so many requests. */
  private void reconnect() throws IOException {
    socket.close();
    socket = connect(port);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  private Head readHead() throws IOException {
    int status = Integer.parseInt(readLine().split(" ", 3)[1]);
    boolean isReplayed = false;
    boolean isLast = false;
    boolean isChunked = false;
    long bodyBytes = 0;
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      String field = line.toLowerCase(Locale.ROOT);
      isReplayed |= field.equals("idempotent-replayed: true");
      isLast |= field.equals("connection: close");
      isChunked |= field.startsWith("transfer-encoding:") && field.endsWith("chunked");
      if (field.startsWith("content-length:")) {
        bodyBytes = Long.parseLong(field.substring("content-length:".length()).strip());
      }
    }
    return new Head(status, isReplayed, isLast, isChunked, bodyBytes);
  }

  private void skipChunks() throws IOException {
    for (int size = readChunkSize(); size > 0; size = readChunkSize()) {
      in.skipNBytes(size);
      readLine();
    }
    readLine();
  }

  private int readChunkSize() throws IOException {
    return Integer.parseInt(readLine().split(";", 2)[0].strip(), 16);
  }

  private String readLine() throws IOException {
    byte[] line = new byte[8_192];
    int length = 0;
    for (int octet = in.read(); octet != '\n'; octet = in.read()) {
      if (octet < 0) {
        throw new EOFException("the server closed the connection");
      }
      line[length++] = (byte) octet;
    }
    return new String(line, 0, length, StandardCharsets.ISO_8859_1).stripTrailing();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
