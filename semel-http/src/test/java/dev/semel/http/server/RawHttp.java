package dev.semel.http.server;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends what no decent client would send. */
public final class RawHttp {
  private static final int TIMEOUT_MILLIS = 30_000;

  private RawHttp() {}

  /**
   * Sends the bytes of a request, says that there is no more to come, and reads to the end of the
   * connection.
   *
   * @param request each character is one byte; ask for {@code Connection: close}
   * @return the response as it came, one byte in each character
   */
  public static String send(TestServer server, String request) throws IOException {
    try (Socket socket = new Socket("localhost", server.port())) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.shutdownOutput();
      byte[] response = socket.getInputStream().readAllBytes();
      return new String(response, StandardCharsets.ISO_8859_1);
    }
  }
}
