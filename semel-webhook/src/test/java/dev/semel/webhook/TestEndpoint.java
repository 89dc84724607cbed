package dev.semel.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A real server that answers as told. Takes everything unless told. */
final class TestEndpoint implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Received> requests = new CopyOnWriteArrayList<>();
  private volatile Function<Received, Answer> answers = request -> Answer.of(200);

  /** What to answer with. */
  record Answer(int status, Map<String, String> headers, String body) {
    static Answer of(int status) {
      return new Answer(status, Map.of(), "");
    }

    Answer with(String name, String value) {
      Map<String, String> more = new HashMap<>(headers);
      more.put(name, value);
      return new Answer(status, more, body);
    }

    Answer saying(String text) {
      return new Answer(status, headers, text);
    }
  }

  TestEndpoint() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, String> headers = new HashMap<>();
      exchange
          .getRequestHeaders()
          .forEach(
              (name, values) ->
                  headers.put(name.toLowerCase(Locale.ROOT), String.join(",", values)));
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Received request = new Received(exchange.getRequestURI().toString(), headers, body);
      requests.add(request);
      answer(exchange, answers.apply(request));
    }
  }

  private static void answer(HttpExchange exchange, Answer answer) throws IOException {
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  void answering(Function<Received, Answer> newAnswers) {
    answers = newAnswers;
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + port() + "/hooks");
  }

  int port() {
    return server.getAddress().getPort();
  }

  List<Received> requests() {
    return requests;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
