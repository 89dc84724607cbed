package dev.semel.client.others;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the attempts of a client and answers all of them in the same way. */
final class AttemptServer implements AutoCloseable {
  private static final String END_OF_HEAD = "\r\n\r\n";

  private final ServerSocket socket;
  private final Fault fault;
  private final AtomicInteger attempts = new AtomicInteger();

  /** What happens to every attempt. */
  enum Fault {
    /** The connection is reset before the server has read anything. */
    RESET_BEFORE,
    /** The connection is reset after the server has read the request. */
    RESET_AFTER,
    /** The answer is 503. */
    UNAVAILABLE,
    /** The answer is 503 with {@code Retry-After: 1}. */
    UNAVAILABLE_RETRY_AFTER,
    /** The answer is 409 with {@code Retry-After: 1}. */
    CONFLICT,
    /** The answer is 429 with {@code Retry-After: 1}. */
    TOO_MANY_REQUESTS
  }

  AttemptServer(Fault fault) {
    this.fault = fault;
    try {
      this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread thread = new Thread(this::accept, "attempt-server");
    thread.setDaemon(true);
    thread.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/orders");
  }

  int port() {
    return socket.getLocalPort();
  }

  int attempts() {
    return attempts.get();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try (Socket connection = socket.accept()) {
        serve(connection);
      } catch (IOException e) {
        // The client has gone, or the server is closed.
      }
    }
  }

  private void serve(Socket connection) throws IOException {
    if (fault == Fault.RESET_BEFORE) {
      attempts.incrementAndGet();
      connection.setSoLinger(true, 0);
      return;
    }
    if (!readRequest(connection.getInputStream())) {
      return;
    }
    attempts.incrementAndGet();
    if (fault == Fault.RESET_AFTER) {
      connection.setSoLinger(true, 0);
      return;
    }
    connection.getOutputStream().write(answer().getBytes(ISO_8859_1));
    connection.getOutputStream().flush();
  }

  private String answer() {
    String status =
        switch (fault) {
          case CONFLICT -> "409 Conflict";
          case TOO_MANY_REQUESTS -> "429 Too Many Requests";
          default -> "503 Service Unavailable";
        };
    String retryAfter = fault == Fault.UNAVAILABLE ? "" : "Retry-After: 1\r\n";
    return "HTTP/1.1 "
        + status
        + "\r\nConnection: close\r\n"
        + retryAfter
        + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
  }

  /** Reads a request with its body; false if the client has gone before. */
  private static boolean readRequest(InputStream input) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith(END_OF_HEAD)) {
      int next = input.read();
      if (next < 0) {
        return false;
      }
      head.write(next);
    }
    int length = contentLength(head.toString(ISO_8859_1));
    return input.readNBytes(length).length == length;
  }

  private static int contentLength(String head) {
    return head.lines()
        .map(line -> line.toLowerCase(Locale.ROOT))
        .filter(line -> line.startsWith("content-length:"))
        .map(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
