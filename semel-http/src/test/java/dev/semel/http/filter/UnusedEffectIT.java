package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.semel.http.Idempotency;
import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

/** Handlers of transactional routes that do not use their transaction. */
@ExtendWith(PostgresExtension.class)
class UnusedEffectIT {
  private final PostgresDatabase database;
  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.semel.http");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  UnusedEffectIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(log);
  }

  private List<String> warnings() {
    return log.list.stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(line -> line.contains("did not call HttpEffect.of"))
        .toList();
  }

  @ContainerTest
  void handlerThatIgnoresItsTransactionIsLoggedOncePerRoute(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders"))
            .route(Route.post("/notes"))
            .handler((request, response) -> response.setStatus(201));
    try (Shop shop = plan.open(container)) {
      for (String path : new String[] {"/orders", "/orders", "/notes"}) {
        shop.send(
            shop.to(path).header(Shop.KEY, Shop.newKey()).POST(BodyPublishers.ofString("{}")));
      }

      assertThat(warnings()).hasSize(2);
      assertThat(warnings().get(0)).contains("POST /orders");
      assertThat(warnings().get(1)).contains("POST /notes");
    }
  }

  @ContainerTest
  void handlerThatUsesItsTransactionOrNeedsNoneIsNotLogged(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders"))
            .route(Route.post("/nothing"))
            .route(Route.post("/refusing"))
            .handler(
                (request, response) -> {
                  switch (request.getServletPath() + request.getPathInfo()) {
                    case "/orders" -> Shop.order(request, response);
                    case "/nothing" -> Idempotency.begin(request);
                    default -> response.setStatus(404);
                  }
                });
    try (Shop shop = plan.open(container)) {
      for (String path : new String[] {"/orders", "/nothing", "/refusing"}) {
        shop.send(
            shop.to(path).header(Shop.KEY, Shop.newKey()).POST(BodyPublishers.ofString("{}")));
      }

      assertThat(warnings()).isEmpty();
    }
  }
}
