package dev.semel.spring.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Event;
import dev.semel.TransactionMisuseException;
import dev.semel.spring.event.TransactionEvents;
import dev.semel.spring.events.OrderApplication.Counter;
import dev.semel.spring.events.OrderApplication.OrderBroken;
import dev.semel.spring.events.OrderApplication.OrderLost;
import dev.semel.spring.events.OrderApplication.OrderNoted;
import dev.semel.spring.events.OrderApplication.OrderSeen;
import dev.semel.spring.events.OrderApplication.Orders;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.transaction.support.TransactionTemplate;

@SpringBootTest(
    classes = OrderApplication.class,
    properties = {"semel.tenant=acme", "spring.jpa.hibernate.ddl-auto=none"})
@AutoConfigureMockMvc
class TypedEventsIT {
  private static final PostgresDatabase DATABASE = PostgresServer.shared().newDatabase("orders");

  @DynamicPropertySource
  static void database(DynamicPropertyRegistry properties) {
    DATABASE.execute(
        """
        CREATE SEQUENCE purchase_id_seq INCREMENT BY 50;
        CREATE TABLE purchase (id bigint PRIMARY KEY, name text NOT NULL);
        """);
    properties.add("spring.datasource.url", DATABASE::jdbcUrl);
  }

  @Autowired MockMvcTester mvc;
  @Autowired Orders orders;
  @Autowired Counter counter;
  @Autowired ApplicationEventPublisher publisher;
  @Autowired TransactionEvents events;
  @Autowired TransactionTemplate transaction;

  private final String name = "order-" + UUID.randomUUID();

  private MvcTestResult post(String path) {
    return mvc.post()
        .uri("/orders/" + name + path)
        .header("Idempotency-Key", "key-" + name)
        .exchange();
  }

  /** The events whose payload names the order of the test. */
  private List<Map<String, Object>> written() {
    return DATABASE.query(
        """
        SELECT tenant, aggregatetype, aggregateid, type, aggregate_version, event_key
        FROM semel.outbox WHERE payload ->> 'name' = ? ORDER BY seq
        """,
        name);
  }

  private Object only(String column) {
    assertThat(written()).hasSize(1);
    return Objects.requireNonNull(written().get(0).get(column));
  }

  private long placed() {
    return DATABASE.queryLong("SELECT count(*) FROM purchase WHERE name = ?", name);
  }

  @Test
  void annotatedObjectIsWrittenWithTheTransaction() {
    long id = orders.place(name);

    assertThat(written())
        .singleElement()
        .satisfies(
            event ->
                assertThat(event)
                    .containsEntry("tenant", "acme")
                    .containsEntry("aggregatetype", "order")
                    .containsEntry("aggregateid", Long.toString(id))
                    .containsEntry("type", "OrderPlaced")
                    .containsEntry("aggregate_version", 1L)
                    .containsEntry("event_key", "placed " + name));
    assertThat(placed()).isEqualTo(1);
  }

  @Test
  void mappedObjectIsWrittenWithTheTransaction() {
    orders.ship(7, name);

    assertThat(only("type")).isEqualTo("OrderShipped");
    assertThat(only("aggregateid")).isEqualTo("7");
    assertThat(only("aggregate_version")).isEqualTo(2L);
    assertThat(only("event_key")).isEqualTo("shipped " + name);
  }

  @Test
  void eventOfARolledBackTransactionIsNotWritten() {
    assertThatIllegalStateException().isThrownBy(() -> orders.fail(name));

    assertThat(written()).isEmpty();
    assertThat(placed()).isZero();
  }

  @Test
  void eventOutsideOfATransactionIsRefused() {
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(() -> publisher.publishEvent(new OrderNoted(name)))
        .withMessageContaining("inside of @Transactional, or in a command");
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(() -> events.publish(new OrderNoted(name)))
        .withMessageContaining("inside of @Transactional, or in a command");
  }

  @Test
  void otherObjectsAreLeftAlone() {
    publisher.publishEvent(new OrderSeen(name));
    transaction.executeWithoutResult(status -> publisher.publishEvent(new OrderSeen(name)));

    assertThat(written()).isEmpty();
  }

  @Test
  void protectedHandlerPublishesItsEventOnceForItsTenant() {
    assertThat(post("")).hasStatusOk();
    assertThat(post("")).hasStatusOk().hasHeader("Idempotent-Replayed", "true");

    assertThat(only("type")).isEqualTo("OrderPlaced");
    assertThat(only("tenant")).isEqualTo("north");
    assertThat(placed()).isEqualTo(1);
  }

  @Test
  void protectedHandlerPublishesWithoutATransactionOfItsOwn() {
    assertThat(post("/direct")).hasStatusOk();

    assertThat(only("type")).isEqualTo("OrderNoted");
    assertThat(only("tenant")).isEqualTo("north");
  }

  @Test
  void currentEffectPublishesAnObject() {
    assertThat(post("/effect")).hasStatusOk();

    assertThat(only("type")).isEqualTo("OrderNoted");
    assertThat(only("tenant")).isEqualTo("north");
  }

  @Test
  void eventOfAFailedHandlerIsNotWritten() {
    assertThat(post("/failing")).hasFailed();

    assertThat(written()).isEmpty();
    assertThat(placed()).isZero();
  }

  @Test
  void eventOfARolledBackPartOfACommandIsNotWritten() {
    assertThat(post("/caught")).hasStatusOk().bodyText().isEqualTo("sorry");

    assertThat(written()).isEmpty();
    assertThat(placed()).isZero();
  }

  @Test
  void eventOutsideOfTheCommandBelongsToTheTenantOfTheApplication() {
    counter.note(name);

    assertThat(only("tenant")).isEqualTo("acme");
  }

  @Test
  void transactionEventsTakeObjectsAndEvents() {
    transaction.executeWithoutResult(
        status -> {
          assertThat(events.publish(new OrderNoted(name))).isEqualTo(1);
          assertThat(
                  events.publish(
                      Event.of("order", name, "Plain", "{\"name\": \"%s\"}".formatted(name))))
              .isEqualTo(1);
        });

    assertThat(written())
        .extracting(event -> event.get("type"))
        .containsExactly("OrderNoted", "Plain");
  }

  @Test
  void objectThatIsNoEventIsRefusedWhereAnEventIsExpected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> transaction.execute(status -> events.publish(new OrderSeen(name))))
        .withMessageContaining("annotate it with @PublishedEvent");
  }

  @Test
  void eventWithoutAggregateIdIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                transaction.executeWithoutResult(
                    status -> publisher.publishEvent(new OrderLost(null))))
        .withMessageContaining("the aggregate id of a")
        .withMessageContaining("is null");
  }

  @Test
  void wrongExpressionIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> publisher.publishEvent(new OrderBroken()))
        .withMessageContaining("aggregateId = \"#this.\"");
  }
}
