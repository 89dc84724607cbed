package dev.semel.http.filter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.stripe.StripeClient;
import com.stripe.exception.IdempotencyException;
import com.stripe.exception.StripeException;
import com.stripe.model.Customer;
import com.stripe.net.RequestOptions;
import com.stripe.param.CustomerCreateParams;
import dev.semel.http.ErrorBody;
import dev.semel.http.ErrorFormat;
import dev.semel.http.HttpEvent;
import dev.semel.http.ProblemKind;
import dev.semel.http.ProblemSettings;
import dev.semel.http.Route;
import dev.semel.http.ScopedBy;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.net.Direction;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Stripe's client for Java, in front of an API that works as Stripe's does. */
@ExtendWith(PostgresExtension.class)
class StripeClientIT {
  private static final int RACERS = 16;
  private static final Route CUSTOMERS =
      Route.post("/v1/customers").optional().scopedBy(ScopedBy.CALLER);

  /** Errors in Stripe's format, of the type by which its clients know reused keys. */
  private static final ErrorFormat STRIPE_FORMAT =
      error ->
          ErrorBody.json(
              "{\"error\":{\"type\":\"%s\",\"code\":\"%s\",\"message\":\"%s\"}}"
                  .formatted(
                      error.status() == 400 ? "idempotency_error" : "api_error",
                      error.code(),
                      error.detail()));

  private final PostgresDatabase database;
  private final AtomicInteger failures = new AtomicInteger();

  StripeClientIT(PostgresDatabase database) {
    this.database = database;
  }

  private Shop.Plan plan() {
    return Shop.on(database).route(CUSTOMERS).handler(this::createCustomer);
  }

  private Shop.Plan likeStripe() {
    ProblemSettings problems =
        ProblemSettings.standard().status(ProblemKind.MISMATCH, 400).format(STRIPE_FORMAT);
    return plan().settings(filter -> filter.problems(problems));
  }

  private void createCustomer(HttpServletRequest request, HttpServletResponse response)
      throws IOException, SQLException {
    long id = Shop.insert(request);
    response.setContentType("application/json");
    if (failures.getAndDecrement() > 0) {
      response.setStatus(503);
    }
    response
        .getOutputStream()
        .write("{\"id\":\"cus_%d\",\"object\":\"customer\"}".formatted(id).getBytes(UTF_8));
  }

  private static StripeClient client(int port, int retries) {
    return StripeClient.builder()
        .setApiKey("sk_test")
        .setApiBase("http://localhost:" + port)
        .setMaxNetworkRetries(retries)
        .build();
  }

  private static Customer create(StripeClient client, String email, RequestOptions options)
      throws StripeException {
    CustomerCreateParams customer = CustomerCreateParams.builder().setEmail(email).build();
    return client.v1().customers().create(customer, options);
  }

  private static RequestOptions keyed(String key) {
    return RequestOptions.builder().setIdempotencyKey(key).build();
  }

  private static RequestOptions automatic() {
    return RequestOptions.builder().build();
  }

  private long orders() {
    return database.queryLong("SELECT count(*) FROM orders");
  }

  @Test
  void lostAnswerIsReplayedToRetryWithAutomaticKey() throws Exception {
    try (Shop shop = likeStripe().open(Container.TOMCAT);
        FaultProxy proxy = FaultProxy.to("localhost", shop.server().port())) {
      long before = orders();
      proxy.cutAfterBytes(Direction.TO_CLIENT, 1);
      Customer created = create(client(proxy.port(), 3), "olga@example.com", automatic());

      proxy.awaitFired();
      assertThat(created.getId()).startsWith("cus_");
      assertThat(created.getLastResponse().headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(created.getLastResponse().idempotencyKey()).isNotBlank();
      assertThat(orders() - before).isEqualTo(1);
    }
  }

  @Test
  void failedAttemptIsRunAgainWithAutomaticKey() throws Exception {
    try (Shop shop = likeStripe().open(Container.TOMCAT)) {
      long before = orders();
      failures.set(1);
      Customer created = create(client(shop.server().port(), 3), "olga@example.com", automatic());

      assertThat(created.getLastResponse().code()).isEqualTo(200);
      assertThat(shop.count(HttpEvent.NOT_STORED)).isEqualTo(1);
      assertThat(shop.count(HttpEvent.EXECUTED)).isEqualTo(1);
      assertThat(orders() - before).isEqualTo(1);
    }
  }

  @Test
  void concurrentCallsWithOneKeyCreateOneCustomer() {
    ExecutorService racers = Executors.newFixedThreadPool(RACERS);
    try (Shop one = likeStripe().open(Container.TOMCAT);
        Shop two = likeStripe().open(Container.JETTY)) {
      String key = Shop.newKey();
      List<StripeClient> clients =
          List.of(client(one.server().port(), 5), client(two.server().port(), 5));
      List<CompletableFuture<String>> created =
          IntStream.range(0, RACERS)
              .mapToObj(i -> clients.get(i % 2))
              .map(client -> CompletableFuture.supplyAsync(() -> idOf(client, key), racers))
              .toList();

      assertThat(created.stream().map(CompletableFuture::join).distinct()).hasSize(1);
      assertThat(one.orders(key)).isEqualTo(1);
    } finally {
      racers.shutdown();
    }
  }

  private static String idOf(StripeClient client, String key) {
    try {
      return create(client, "olga@example.com", keyed(key)).getId();
    } catch (StripeException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void exceptionOfClientShowsMessageInItsFormat() throws Exception {
    try (Shop shop = likeStripe().open(Container.TOMCAT)) {
      String key = Shop.newKey();
      StripeClient client = client(shop.server().port(), 0);
      create(client, "olga@example.com", keyed(key));
      IdempotencyException reused =
          catchThrowableOfType(
              IdempotencyException.class, () -> create(client, "sam@example.com", keyed(key)));

      assertThat(reused).hasMessageContaining("This key was used with a request that differs");
      assertThat(reused.getCode()).isEqualTo("mismatch");
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  /** Why the format matters. */
  @Test
  void exceptionOfClientHidesProblemJson() throws Exception {
    try (Shop shop = plan().open(Container.TOMCAT)) {
      String key = Shop.newKey();
      StripeClient client = client(shop.server().port(), 0);
      create(client, "olga@example.com", keyed(key));
      StripeException reused =
          catchThrowableOfType(
              StripeException.class, () -> create(client, "sam@example.com", keyed(key)));

      assertThat(reused).isNotInstanceOf(IdempotencyException.class);
      assertThat(reused).hasMessageStartingWith("Invalid response object from API");
    }
  }
}
