package dev.semel.torture.world;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.semel.torture.check.Snapshot.Payments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A payment provider outside the bank. It never dies, and a repeated call is the same call: what it
 * has paid under a key, it has paid. It remembers what it was asked all the same: a bank that asks
 * for another amount, asks when it knows the answer, or asks more often than it may, is wrong even
 * if no money is lost by it.
 */
public final class Provider implements AutoCloseable {
  private static final int THREADS = 8;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final Map<String, Long> paid = new ConcurrentHashMap<>();
  private final Map<String, Long> asked = new ConcurrentHashMap<>();
  private final Queue<String> conflicts = new ConcurrentLinkedQueue<>();
  private final Set<String> askedInTheEnd = ConcurrentHashMap.newKeySet();
  private volatile boolean isTheEnd;

  private Provider(HttpServer server) {
    this.server = server;
  }

  static Provider start() {
    try {
      InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      Provider provider = new Provider(HttpServer.create(anyPort, 0));
      provider.server.createContext("/", provider::serve);
      provider.server.setExecutor(provider.threads);
      provider.server.start();
      return provider;
    } catch (IOException e) {
      throw new UncheckedIOException("the provider finds no port", e);
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** All is answered: from now on nobody has a reason to ask for a payment. */
  public void noteCallsFromNowOn() {
    isTheEnd = true;
  }

  /** What was paid, and what else it was asked. */
  public Payments payments() {
    return new Payments(
        new TreeMap<>(paid),
        new TreeMap<>(asked),
        List.copyOf(conflicts),
        new TreeSet<>(askedInTheEnd));
  }

  private void serve(HttpExchange exchange) throws IOException {
    String key = exchange.getRequestURI().getPath().substring(1);
    int status = exchange.getRequestMethod().equals("POST") ? pay(exchange, key) : look(key);
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  private int pay(HttpExchange exchange, String key) {
    long amount = Long.parseLong(exchange.getRequestURI().getQuery().substring("amount=".length()));
    asked.merge(key, 1L, Long::sum);
    if (isTheEnd) {
      askedInTheEnd.add(key);
    }
    Long before = paid.putIfAbsent(key, amount);
    if (before == null || before == amount) {
      return OK;
    }
    conflicts.add(
        "%s was paid with %d, and asked for again with %d".formatted(key, before, amount));
    return CONFLICT;
  }

  private int look(String key) {
    return paid.containsKey(key) ? OK : NOT_FOUND;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
