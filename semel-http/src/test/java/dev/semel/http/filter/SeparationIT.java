package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.semel.http.Caller;
import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.spi.Boundary;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

@ExtendWith(PostgresExtension.class)
class SeparationIT {
  private final PostgresDatabase database;

  SeparationIT(PostgresDatabase database) {
    this.database = database;
  }

  @ContainerTest
  void nobodyIsShownBlockedByOrToldOfAnothersKey(Container container) throws Exception {
    Checkpoints checkpoints = new Checkpoints();
    Shop.Plan plan = Shop.on(database).semel(semel -> semel.boundaries(checkpoints));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      CompletableFuture<HttpResponse<String>> victim;
      HttpResponse<String> sameTenant;
      HttpResponse<String> otherTenant;
      try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, key)) {
        victim = CompletableFuture.supplyAsync(() -> shop.order(key, "{}"));
        held.awaitReached();
        sameTenant = shop.send(shop.request(key, "{}").header("User", "eve"));
        otherTenant = shop.send(shop.request(key, "[]").header("Tenant", "globex"));
      }
      assertThat(sameTenant.statusCode()).isEqualTo(201);
      assertThat(otherTenant.statusCode()).isEqualTo(201);
      assertThat(victim.get().statusCode()).isEqualTo(201);
      assertThat(List.of(sameTenant.body(), otherTenant.body(), victim.get().body()))
          .doesNotHaveDuplicates();

      // What one poisons is poisoned for that one only.
      String other = Shop.newKey();
      shop.send(shop.request(other, "\"poison\"").header("User", "eve"));
      assertThat(shop.order(other, "{}").statusCode()).isEqualTo(201);
    }
  }

  @ContainerTest
  void callersWhosePartsWouldJoinToTheSameTextAreKeptApart(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .settings(
                filter ->
                    filter.callers(
                        request ->
                            new Caller(request.getHeader("Tenant"), request.getHeader("User"))));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      String[][] callers = {{"a", "bc"}, {"ab", "c"}, {"a/b", "c"}, {"a", "b/c"}, {"abc", null}};
      for (String[] caller : callers) {
        var request = shop.request(key, "{}").header("Tenant", caller[0]);
        HttpResponse<String> response =
            shop.send(caller[1] == null ? request : request.header("User", caller[1]));
        assertThat(response.headers().firstValue(Shop.MARKER)).isEmpty();
        assertThat(response.statusCode()).isEqualTo(201);
      }
      assertThat(shop.orders(key)).isEqualTo(callers.length);
    }
  }

  @ContainerTest
  void naughtyKeysAreInertOrRefused(Container container) {
    List<String> naughty =
        List.of(
            "<script>alert(1)</script>",
            "${jndi:ldap://localhost/a}",
            "'%20OR%20'1'='1",
            "1'; DROP TABLE orders--",
            "..%2f..%2fetc%2fpasswd",
            "%00",
            "%s%n%x",
            "*3$3SET",
            "\\\\x00",
            "null",
            "undefined",
            "0",
            "-1",
            "1e5",
            "{{7*7}}",
            "`id`",
            "$(id)",
            "a".repeat(255),
            "\"quoted \\\" and \\\\ back\"");
    try (Shop shop = Shop.on(database).open(container)) {
      for (String key : naughty) {
        HttpResponse<String> first = shop.order(key, "{}");
        if (first.statusCode() == 400) {
          assertThat(first.body()).doesNotContain(key);
          continue;
        }
        assertThat(first.statusCode()).as(key).isEqualTo(201);
        HttpResponse<String> retry = shop.order(key, "{}");
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(retry.headers().allValues(Shop.KEY)).containsExactly(key);
      }
      assertThat(database.queryLong("SELECT count(*) FROM orders")).isPositive();
    }
  }

  @ContainerTest
  void nothingThatIsLoggedHoldsAKeyAPayloadOrACaller(Container container) {
    Log log = new Log();
    Logger root = (Logger) LoggerFactory.getLogger("dev.semel");
    Level before = root.getLevel();
    root.setLevel(Level.TRACE);
    root.addAppender(log);
    log.start();
    try (Shop shop =
        Shop.on(database)
            .route(Route.post("/orders").maxResponseBytes(1))
            .handler(
                (request, response) -> {
                  String order = request.getReader().readLine();
                  if (order.contains("fail")) {
                    throw new IllegalStateException("no secret here");
                  }
                  Shop.order(request, response);
                })
            .open(container)) {
      String key = "s3cr3t-" + Shop.newKey();
      for (String body : new String[] {"pay1oad", "pay1oad", "pay1oad-other", "pay1oad fail"}) {
        shop.send(shop.request(key, body).header("User", "us3r"));
        shop.send(shop.request(key + body.length(), body).header("User", "us3r"));
        shop.send(shop.request("\"" + key, body).header("User", "us3r"));
      }
    } finally {
      root.detachAppender(log);
      root.setLevel(before);
    }
    assertThat(log.lines).isNotEmpty();
    assertThat(log.lines).noneMatch(line -> line.matches("(?s).*(s3cr3t|pay1oad|us3r).*"));
  }

  /** Keeps every line. */
  private static final class Log extends AppenderBase<ILoggingEvent> {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    protected void append(ILoggingEvent event) {
      lines.add(event.getLoggerName() + " " + event.getFormattedMessage());
    }
  }
}
