package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.HttpEvent;
import dev.semel.http.OnFailure;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that are too large for memory, and a directory that takes none of them. */
@ExtendWith(PostgresExtension.class)
class SpoolIT {
  private static final String LARGE = "{\"item\":\"" + "x".repeat(1_000) + "\"}";

  private final PostgresDatabase database;

  SpoolIT(PostgresDatabase database) {
    this.database = database;
  }

  private Shop.Plan plan(Path spool) {
    return Shop.on(database).settings(filter -> filter.memoryBytes(100).spoolTo(spool));
  }

  private static boolean isEmpty(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a large response, whose failure the writer hides. */
  private static Shop.Handler writing() {
    return (request, response) -> {
      Shop.insert(request);
      response.setStatus(201);
      response.getWriter().print("x".repeat(1_000));
    };
  }

  /** The system frees a file without a name when its process ends, also by kill -9. */
  @ContainerTest
  void spooledBodyHasNoNameWhileItsHandlerRuns(Container container, @TempDir Path spool) {
    Shop.Plan plan =
        plan(spool)
            .handler(
                (request, response) -> {
                  Shop.insert(request);
                  int bytes = request.getInputStream().readAllBytes().length;
                  response.getOutputStream().print(bytes + " " + isEmpty(spool) + " " + LARGE);
                  response.getOutputStream().print(" " + isEmpty(spool));
                });
    try (Shop shop = plan.open(container)) {
      assertThat(shop.order(Shop.newKey(), LARGE).body())
          .isEqualTo(LARGE.length() + " true " + LARGE + " true");
    }
  }

  @ContainerTest
  void requestIsRefusedAndItsKeyIsFreeIfItsBodyCannotBeSpooled(
      Container container, @TempDir Path directory) throws IOException {
    Path spool = Files.createDirectory(directory.resolve("spool"));
    try (Shop shop = plan(spool).open(container)) {
      String key = Shop.newKey();
      Files.delete(spool);

      assertSpoolFailed(shop.order(key, LARGE));
      assertThat(shop.orders(key)).isZero();
      assertThat(shop.count(HttpEvent.SPOOL_FAILED)).isEqualTo(1);

      Files.createDirectory(spool);
      assertThat(shop.order(key, LARGE).statusCode()).isEqualTo(201);
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void effectIsRolledBackIfItsResponseCannotBeSpooled(Container container, @TempDir Path directory)
      throws IOException {
    Path spool = Files.createDirectory(directory.resolve("spool"));
    try (Shop shop = plan(spool).handler(writing()).open(container)) {
      String key = Shop.newKey();
      Files.delete(spool);

      assertSpoolFailed(shop.order(key));
      assertThat(shop.orders(key)).isZero();

      Files.createDirectory(spool);
      assertThat(shop.order(key).body()).hasSize(1_000);
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void leasedRunFailsAsItsAuthorChoseIfItsResponseCannotBeSpooled(
      Container container, @TempDir Path directory) throws IOException {
    Path spool = Files.createDirectory(directory.resolve("spool"));
    Shop.Plan plan =
        plan(spool)
            .route(LeasedOrders.leased(OnFailure.UNKNOWN))
            .handler((request, response) -> response.getWriter().print("x".repeat(1_000)));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      Files.delete(spool);

      assertSpoolFailed(shop.order(key));
      assertThat(shop.order(key).body()).contains("\"code\":\"outcome_unknown\"");
    }
  }

  private static void assertSpoolFailed(HttpResponse<String> response) {
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(response.body()).contains("\"code\":\"spool_failed\"");
  }
}
