package dev.semel.http.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.postgres.PostgresStore;
import dev.semel.testing.net.ReverseProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two processes behind a real proxy that retries POST after errors, timeouts and 503. Clients retry
 * too. The processes are killed under load, in turn and in the end both, and come back.
 */
@Tag("thorough")
@ExtendWith(PostgresExtension.class)
class BehindProxyIT {
  private static final int CLIENTS = 8;
  private static final int COMMANDS = 1_200;
  private static final int KILLS = 6;
  private static final int MAX_ATTEMPTS = 200;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final PostgresDatabase database;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final Map<Integer, AtomicInteger> statuses = new ConcurrentHashMap<>();
  private final AtomicInteger brokenConnections = new AtomicInteger();

  BehindProxyIT(PostgresDatabase database) {
    this.database = database;
  }

  @ParameterizedTest
  @EnumSource
  void everyCommandIsAnsweredAndHasOneEffect(ReverseProxy.Kind kind) {
    assumeTrue(kind.isInstalled(), kind::howToInstall);
    PostgresStore.builder(database.dataSource()).migrate().build();
    database.execute(
        "DROP TABLE IF EXISTS orders; CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text)");
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try (OrderProcess one = new OrderProcess(database);
        OrderProcess two = new OrderProcess(database);
        ReverseProxy proxy = ReverseProxy.start(kind, List.of(one.port(), two.port()))) {
      for (int kill = 1; kill <= KILLS; kill++) {
        List<OrderProcess> killed =
            kill == KILLS ? List.of(one, two) : List.of(kill % 2 == 0 ? one : two);
        List<CompletableFuture<Void>> commands = send(kind + "-" + kill, proxy.port(), clients);
        awaitOneQuarterOf(commands);
        killed.forEach(OrderProcess::close);
        killed.forEach(OrderProcess::restart);
        commands.forEach(CompletableFuture::join);
      }
    } finally {
      clients.shutdownNow();
    }

    assertThat(answers).hasSize(COMMANDS);
    assertThat(database.queryLong("SELECT count(*) FROM orders")).isEqualTo(COMMANDS);
    assertThat(database.query("SELECT key, id FROM orders"))
        .allSatisfy(
            row -> assertThat(answers).containsEntry((String) row.get("key"), "" + row.get("id")));
    // So that a reader of the log sees that something went wrong on the way.
    System.out.printf(
        "%s: %d commands, statuses %s, %d broken connections%n",
        kind, COMMANDS, statuses, brokenConnections.get());
  }

  /** Sends a command until it is answered, twice to see that the answer stays. */
  private void deliver(int port, String key) {
    String first = answer(port, key);
    answers.put(key, first);
    assertThat(answer(port, key)).isEqualTo(first);
  }

  private String answer(int port, String key) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders"))
            .header("Idempotency-Key", key)
            .timeout(Duration.ofSeconds(30))
            .POST(BodyPublishers.ofString("{\"item\":\"lamp\"}"))
            .build();
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      try {
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        count(response.statusCode());
        if (response.statusCode() == 201) {
          return response.body();
        }
      } catch (IOException e) {
        brokenConnections.incrementAndGet();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new AssertionError(key + " was not answered; statuses so far: " + statuses);
  }

  private void count(int status) {
    statuses.computeIfAbsent(status, absent -> new AtomicInteger()).incrementAndGet();
  }

  private List<CompletableFuture<Void>> send(String name, int port, ExecutorService clients) {
    return IntStream.range(0, COMMANDS / KILLS)
        .mapToObj(i -> name + "-" + i)
        .map(key -> CompletableFuture.runAsync(() -> deliver(port, key), clients))
        .toList();
  }

  /** From then on a kill meets requests in every phase. */
  private static void awaitOneQuarterOf(List<CompletableFuture<Void>> commands) {
    commands.subList(0, commands.size() / 4).forEach(CompletableFuture::join);
  }
}
