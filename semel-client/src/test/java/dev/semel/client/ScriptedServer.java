package dev.semel.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.semel.testing.net.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A server on a real socket that does, connection by connection, what a test tells it. */
public final class ScriptedServer implements AutoCloseable {
  private final ServerSocket socket;
  private final Thread accepting;
  private final Queue<Act> script = new ConcurrentLinkedQueue<>();
  private final List<ReceivedRequest> requests = Collections.synchronizedList(new ArrayList<>());
  private final List<Socket> connections = Collections.synchronizedList(new ArrayList<>());

  /** What the server does with one connection. */
  public interface Act {
    void on(ServerConnection connection) throws IOException;
  }

  private ScriptedServer(ServerSocket socket) {
    this.socket = socket;
    this.accepting = new Thread(this::accept, "scripted server");
    accepting.setDaemon(true);
    accepting.start();
  }

  /** At a port that nobody else takes when the server is closed. */
  public static ScriptedServer start(Act... acts) {
    return startAt(FreePorts.pick(), acts);
  }

  /** At a port where somebody was told to expect it. */
  static ScriptedServer startAt(int port, Act... acts) {
    try {
      ServerSocket socket = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
      return new ScriptedServer(socket).then(acts);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static URI uri(int port) {
    return URI.create("http://127.0.0.1:" + port + "/orders");
  }

  public ScriptedServer then(Act... acts) {
    Collections.addAll(script, acts);
    return this;
  }

  public URI uri() {
    return uri(socket.getLocalPort());
  }

  /** What was read so far, in order. */
  public List<ReceivedRequest> requests() {
    return List.copyOf(requests);
  }

  /** The value of a header in every request. */
  List<String> received(String header) {
    return requests().stream().map(request -> request.header(header)).toList();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket accepted = socket.accept();
        connections.add(accepted);
        // Here, where connections come one after the other, as the acts do.
        Act act = Objects.requireNonNullElse(script.poll(), NOT_EXPECTED);
        Thread serving = new Thread(() -> serve(accepted, act), "scripted connection");
        serving.setDaemon(true);
        serving.start();
      } catch (IOException e) {
        return; // Closed.
      }
    }
  }

  private void serve(Socket accepted, Act act) {
    try {
      act.on(new ServerConnection(accepted, requests::add));
    } catch (IOException e) {
      // The client went away, which is its right.
    }
  }

  private static final Act NOT_EXPECTED =
      connection -> {
        connection.readRequest();
        connection.write("HTTP/1.1 418 no more acts in the script\r\nContent-Length: 0\r\n\r\n");
        connection.close();
      };

  /** Reads the request and answers. Each header is {@code name: value}. */
  public static Act answer(int status, String body, String... headers) {
    return connection -> {
      connection.readRequest();
      connection.write(head(status, body.getBytes(ISO_8859_1).length, headers) + body);
      connection.close();
    };
  }

  static String head(int status, int length, String... headers) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " as scripted\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head + "Content-Length: " + length + "\r\nConnection: close\r\n\r\n";
  }

  /** Resets the connection when the request begins to come in. */
  static Act resetAtFirstByte() {
    return connection -> {
      connection.readByte();
      connection.reset();
    };
  }

  /** Reads the request, then resets the connection: the answer is lost. */
  public static Act resetAfterRequest() {
    return connection -> {
      connection.readRequest();
      connection.reset();
    };
  }

  /** Reads the request, then closes the connection without a word. */
  static Act closeAfterRequest() {
    return connection -> {
      connection.readRequest();
      connection.close();
    };
  }

  static Act halfAnAnswer(int status) {
    return connection -> {
      connection.readRequest();
      connection.write(head(status, 100) + "half");
      connection.close();
    };
  }

  /** Reads the request and says nothing, for as long as the server lives. */
  public static Act silence() {
    return ServerConnection::readRequest;
  }

  static Act silenceAfterHeaders(int status) {
    return connection -> {
      connection.readRequest();
      connection.write(head(status, 100) + "begun");
    };
  }

  /** On return nobody listens any more: the system closes the port when accepting has ended. */
  @Override
  public void close() {
    try {
      socket.close();
      accepting.join();
      for (Socket connection : List.copyOf(connections)) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
