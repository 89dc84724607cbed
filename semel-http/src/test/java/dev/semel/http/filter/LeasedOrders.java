package dev.semel.http.filter;

import dev.semel.Duplicates;
import dev.semel.RetryPolicy;
import dev.semel.Takeover;
import dev.semel.http.HttpAnswer;
import dev.semel.http.LeasedMode;
import dev.semel.http.OnFailure;
import dev.semel.http.Route;
import dev.semel.testing.postgres.PostgresDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A shop whose orders are leased, and how often it called the outside system. */
final class LeasedOrders {
  static final Duration LONG = Duration.ofMinutes(10);
  static final RetryPolicy HASTY =
      new RetryPolicy(2, Duration.ofSeconds(2), Duration.ofMillis(1), Duration.ofMillis(1));

  private final PostgresDatabase database;
  final AtomicInteger runs = new AtomicInteger();

  LeasedOrders(PostgresDatabase database) {
    this.database = database;
  }

  static Route leased(OnFailure onFailure) {
    return leased(Takeover.block(), onFailure);
  }

  static Route leased(Takeover<HttpAnswer> lost, OnFailure onFailure) {
    return Route.post("/orders")
        .retrying(HASTY)
        .duplicates(Duplicates.refuse())
        .leased(new LeasedMode(LONG, lost, onFailure));
  }

  /** Calls an outside system, which is a counter here, and answers with the status asked for. */
  Shop.Handler calling() {
    return (request, response) -> {
      int run = runs.incrementAndGet();
      String order = request.getReader().readLine();
      if (order.equals("throw")) {
        throw new IOException("the outside system is away");
      }
      response.setStatus(Integer.parseInt(order));
      response.setHeader("Run", "" + run);
      response.getWriter().print("run " + run);
    };
  }

  Shop.Plan plan(Route route) {
    return Shop.on(database).route(route).handler(calling());
  }

  String state(String key) {
    return String.valueOf(
        database.query("SELECT state FROM semel.intent WHERE key = ?", key).get(0).get("state"));
  }

  /** Waits for a signal that may never come. */
  static void await(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(60, TimeUnit.SECONDS)) {
        throw new IOException("nobody came");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
