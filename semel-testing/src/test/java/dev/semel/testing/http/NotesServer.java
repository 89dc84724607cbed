package dev.semel.testing.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A small server that keeps its notes and keys in memory and conforms, unless it is given defects.
 */
final class NotesServer implements AutoCloseable {
  private static final Pattern KEY = Pattern.compile("\"([^\"]{1,255})\"|([!-~&&[^\",;]]{1,255})");

  /** What the server does wrong. */
  enum Defect {
    FAILS_ALWAYS,
    RUNS_RETRIES_TOO,
    CHANGES_BODY_OF_REPLAY,
    DOES_NOT_MARK_REPLAYS,
    RUNS_FIFTH_RETRY,
    TAKES_QUOTES_FOR_PART_OF_KEY,
    IGNORES_CASE_OF_KEYS,
    KNOWS_HEADER_IN_ONE_CASE,
    LIMITS_KEYS_TO_64_CHARACTERS,
    DOES_NOT_ECHO_KEY,
    IGNORES_PAYLOAD,
    FORGETS_AFTER_MISMATCH,
    RUNS_WITHOUT_KEY,
    TAKES_ANY_KEY,
    TAKES_FIRST_OF_SEVERAL_KEYS,
    WRITES_ERRORS_AS_TEXT,
    READS_KEYS_OF_GET,
    HAS_NO_RETRY_AFTER,
    FORGETS_WHAT_WAS_IN_PROGRESS,
    SHARES_KEYS_OF_CALLERS,
    RUNS_REJECTED_AGAIN,
    STORES_SERVER_ERRORS
  }

  /** An answer, and the payload that it is for. Incomplete while the request is at work. */
  private record Stored(String payload, int status, String body) {
    boolean isComplete() {
      return status > 0;
    }
  }

  private final Set<Defect> defects;
  private final Map<String, Stored> known = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> sent = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  volatile CountDownLatch entered = new CountDownLatch(1);
  volatile CountDownLatch mayEnd = new CountDownLatch(1);

  NotesServer(Set<Defect> defects) {
    this.defects = defects.isEmpty() ? EnumSet.noneOf(Defect.class) : EnumSet.copyOf(defects);
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/notes", this::handle);
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/notes");
  }

  int effects(String payload) {
    AtomicInteger count = effects.get(payload);
    return count == null ? 0 : count.get();
  }

  private boolean has(Defect defect) {
    return defects.contains(defect);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String payload = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    boolean isGet = exchange.getRequestMethod().equals("GET");
    if (isGet && !has(Defect.READS_KEYS_OF_GET)) {
      answer(exchange, new Stored("", 200, "[]"), false);
      return;
    }
    List<String> fields = fields(exchange);
    String key = keyIn(fields);
    if (isGet && fields.isEmpty()) {
      answer(exchange, new Stored("", 200, "[]"), false);
    } else if (fields.isEmpty() && has(Defect.RUNS_WITHOUT_KEY)) {
      answer(exchange, run(payload), false);
    } else if (key == null) {
      refuse(exchange, 400);
    } else {
      if (!has(Defect.DOES_NOT_ECHO_KEY)) {
        exchange.getResponseHeaders().set("Idempotency-Key", fields.get(0));
      }
      protect(exchange, scoped(exchange, key), payload);
    }
  }

  /** The JDK's server does not keep the case of names, so this defect looks for one value only. */
  private List<String> fields(HttpExchange exchange) {
    List<String> all = exchange.getRequestHeaders().getOrDefault("Idempotency-Key", List.of());
    boolean isSecond =
        !all.isEmpty()
            && sent.computeIfAbsent(all.get(0), k -> new AtomicInteger()).incrementAndGet() > 1;
    return has(Defect.KNOWS_HEADER_IN_ONE_CASE) && isSecond ? new ArrayList<>() : all;
  }

  private @Nullable String keyIn(List<String> fields) {
    if (fields.isEmpty()) {
      return null;
    }
    String field = fields.get(0);
    if (has(Defect.TAKES_ANY_KEY)) {
      return field;
    }
    if (has(Defect.TAKES_FIRST_OF_SEVERAL_KEYS)) {
      field = field.contains(",") ? field.substring(0, field.indexOf(',')) : field;
    } else if (fields.size() > 1) {
      return null;
    }
    var matcher = KEY.matcher(field);
    if (!matcher.matches() || (has(Defect.LIMITS_KEYS_TO_64_CHARACTERS) && field.length() > 64)) {
      return null;
    }
    String key = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    if (has(Defect.TAKES_QUOTES_FOR_PART_OF_KEY)) {
      return field;
    }
    return has(Defect.IGNORES_CASE_OF_KEYS) ? key.toLowerCase(Locale.ROOT) : key;
  }

  private String scoped(HttpExchange exchange, String key) {
    String caller = exchange.getRequestHeaders().getFirst("Caller");
    return has(Defect.SHARES_KEYS_OF_CALLERS) ? key : caller + " " + key;
  }

  private void protect(HttpExchange exchange, String key, String payload) throws IOException {
    Stored running = new Stored(payload, 0, "");
    Stored first = known.putIfAbsent(key, running);
    if (first != null && first.isComplete() && runsAgain(key, first)) {
      first = null;
    }
    if (first == null) {
      Stored stored = run(payload);
      boolean forgets =
          (stored.status() >= 500 && !has(Defect.STORES_SERVER_ERRORS))
              || (stored.status() == 404 && has(Defect.RUNS_REJECTED_AGAIN));
      if (forgets) {
        known.remove(key);
      } else {
        known.put(key, stored);
      }
      answer(exchange, stored, false);
    } else if (!first.payload().equals(payload) && !has(Defect.IGNORES_PAYLOAD)) {
      if (has(Defect.FORGETS_AFTER_MISMATCH)) {
        known.remove(key);
      }
      refuse(exchange, 422);
    } else if (first.isComplete()) {
      answer(exchange, first, true);
    } else {
      if (!has(Defect.HAS_NO_RETRY_AFTER)) {
        exchange.getResponseHeaders().set("Retry-After", "1");
      }
      refuse(exchange, 409);
    }
  }

  private boolean runsAgain(String key, Stored first) {
    return has(Defect.RUNS_RETRIES_TOO)
        || (has(Defect.RUNS_FIFTH_RETRY)
            && sent.computeIfAbsent(key, k -> new AtomicInteger()).incrementAndGet() == 5)
        || (has(Defect.FORGETS_WHAT_WAS_IN_PROGRESS) && first.payload().contains("held"));
  }

  private Stored run(String payload) {
    if (has(Defect.FAILS_ALWAYS)) {
      return new Stored(payload, 500, "{}");
    }
    if (payload.contains("rejected")) {
      return new Stored(payload, 404, "{}");
    }
    if (payload.contains("failing")
        && sent.computeIfAbsent(payload, p -> new AtomicInteger()).incrementAndGet() == 1) {
      return new Stored(payload, 503, "{}");
    }
    if (payload.contains("held")) {
      entered.countDown();
      await(mayEnd);
    }
    int count = effects.computeIfAbsent(payload, p -> new AtomicInteger()).incrementAndGet();
    return new Stored(payload, 201, "{\"count\":" + count + "}");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void refuse(HttpExchange exchange, int status) throws IOException {
    boolean asText = has(Defect.WRITES_ERRORS_AS_TEXT);
    String type = asText ? "text/plain" : "application/problem+json";
    String body =
        asText ? "no" : "{\"type\":\"urn:no\",\"title\":\"No\",\"status\":%d}".formatted(status);
    send(exchange, status, type, body);
  }

  private void answer(HttpExchange exchange, Stored stored, boolean replay) throws IOException {
    if (replay && !has(Defect.DOES_NOT_MARK_REPLAYS)) {
      exchange.getResponseHeaders().set("Idempotent-Replayed", "true");
    }
    String body =
        replay && has(Defect.CHANGES_BODY_OF_REPLAY) ? stored.body() + " " : stored.body();
    send(exchange, stored.status(), "application/json", body);
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    mayEnd.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
