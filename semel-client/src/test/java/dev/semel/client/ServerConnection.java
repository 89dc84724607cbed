package dev.semel.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The server's end of a connection. */
final class ServerConnection {
  private final Socket socket;
  private final Consumer<ReceivedRequest> received;

  ServerConnection(Socket socket, Consumer<ReceivedRequest> received) {
    this.socket = socket;
    this.received = received;
  }

  /** Reads one request to its end, and notes it only then. */
  ReceivedRequest readRequest() throws IOException {
    InputStream in = socket.getInputStream();
    String requestLine = line(in);
    List<String> headers = new ArrayList<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      headers.add(line);
    }
    ReceivedRequest head = new ReceivedRequest(requestLine, headers, "");
    ReceivedRequest request =
        new ReceivedRequest(requestLine, headers, new String(body(in, head), UTF_8));
    received.accept(request);
    return request;
  }

  private static byte[] body(InputStream in, ReceivedRequest head) throws IOException {
    if ("chunked".equalsIgnoreCase(head.header("Transfer-Encoding"))) {
      return chunks(in);
    }
    String length = head.header("Content-Length");
    return length.isEmpty() ? new byte[0] : exactly(in, Integer.parseInt(length));
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = chunkSize(in); size > 0; size = chunkSize(in)) {
      body.writeBytes(exactly(in, size));
      line(in);
    }
    line(in);
    return body.toByteArray();
  }

  private static int chunkSize(InputStream in) throws IOException {
    return Integer.parseInt(line(in), 16);
  }

  private static byte[] exactly(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("cut off");
    }
    return bytes;
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("cut off");
      }
      line.write(b);
    }
    return line.toString(ISO_8859_1).stripTrailing();
  }

  void readByte() throws IOException {
    exactly(socket.getInputStream(), 1);
  }

  /** Waits until the client closes or resets the connection. */
  void awaitEnd() {
    try {
      socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      // Reset: an end too.
    }
  }

  void write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    socket.getOutputStream().flush();
  }

  void close() throws IOException {
    socket.close();
  }

  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }
}
