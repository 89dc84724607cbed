package dev.semel.spring.events;

import dev.semel.http.Caller;
import dev.semel.http.CallerResolver;
import dev.semel.spring.CurrentEffect;
import dev.semel.spring.Idempotent;
import dev.semel.spring.OutsideCommand;
import dev.semel.spring.event.EventMapping;
import dev.semel.spring.event.PublishedEvent;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes orders through JPA and publishes what happened as objects. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = FlywayAutoConfiguration.class)
@EntityScan
@Import({
  OrderApplication.Orders.class,
  OrderApplication.Counter.class,
  OrderApplication.OrderController.class
})
class OrderApplication {
  @PublishedEvent(
      type = "OrderPlaced",
      aggregate = "order",
      aggregateId = "#this.orderId",
      key = "'placed ' + name",
      version = "version")
  record OrderPlaced(long orderId, String name, long version) {}

  /** Mapped by a bean. */
  record OrderShipped(long orderId, String name) {}

  /** Extends what is annotated. */
  @PublishedEvent(type = "OrderNoted", aggregate = "order", aggregateId = "name")
  static class OrderNoted {
    private final String name;

    OrderNoted(String name) {
      this.name = name;
    }

    public String getName() {
      return name;
    }
  }

  /** Is what its parent is. */
  static final class OrderNotedTwice extends OrderNoted {
    OrderNotedTwice(String name) {
      super(name);
    }
  }

  @PublishedEvent(type = "OrderLost", aggregate = "order", aggregateId = "orderId")
  record OrderLost(@Nullable Long orderId) {}

  @PublishedEvent(type = "OrderBroken", aggregate = "order", aggregateId = "#this.")
  record OrderBroken() {}

  /** Neither annotated nor mapped. */
  record OrderSeen(String name) {}

  @Entity(name = "Purchase")
  @Table(name = "purchase")
  static class Order {
    // From a sequence, so that Hibernate holds the INSERT back until it flushes.
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "purchase_id_seq")
    private @Nullable Long id;

    @Column private @Nullable String name;

    protected Order() {}

    Order(String name) {
      this.name = name;
    }

    long id() {
      return id == null ? 0 : id;
    }
  }

  /** Writes orders and publishes events of them. */
  static class Orders {
    private final EntityManager entities;
    private final ApplicationEventPublisher events;

    Orders(EntityManager entities, ApplicationEventPublisher events) {
      this.entities = entities;
      this.events = events;
    }

    @Transactional
    public long place(String name) {
      Order order = new Order(name);
      entities.persist(order);
      events.publishEvent(new OrderPlaced(order.id(), name, 1));
      return order.id();
    }

    @Transactional
    public void ship(long id, String name) {
      events.publishEvent(new OrderShipped(id, name));
    }

    @Transactional
    public void fail(String name) {
      place(name);
      throw new IllegalStateException("out of stock");
    }

    @OutsideCommand
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void noteOutside(String name) {
      events.publishEvent(new OrderNoted(name));
    }
  }

  /** A command of the north. */
  static class Counter {
    private final Orders orders;

    Counter(Orders orders) {
      this.orders = orders;
    }

    @Idempotent(operation = "note", key = "#name", tenant = "'north'", principal = "null")
    public void note(String name) {
      orders.noteOutside(name);
    }
  }

  @RestController
  static class OrderController {
    private final Orders orders;
    private final ApplicationEventPublisher events;
    private final CurrentEffect effect;

    OrderController(Orders orders, ApplicationEventPublisher events, CurrentEffect effect) {
      this.orders = orders;
      this.events = events;
      this.effect = effect;
    }

    @PostMapping("/orders/{name}")
    @Idempotent
    long place(@PathVariable String name) {
      return orders.place(name);
    }

    @PostMapping("/orders/{name}/direct")
    @Idempotent
    void direct(@PathVariable String name) {
      events.publishEvent(new OrderNoted(name));
    }

    @PostMapping("/orders/{name}/effect")
    @Idempotent
    void effect(@PathVariable String name) {
      effect.publish(new OrderNotedTwice(name));
    }

    @PostMapping("/orders/{name}/caught")
    @Idempotent
    String caught(@PathVariable String name) {
      try {
        orders.fail(name);
      } catch (IllegalStateException outOfStock) {
        return "sorry";
      }
      return "placed";
    }

    @PostMapping("/orders/{name}/failing")
    @Idempotent
    void failing(@PathVariable String name) {
      orders.place(name);
      throw new IllegalStateException("after the order");
    }
  }

  @Bean
  static EventMapping<OrderShipped> orderShipped() {
    return EventMapping.of(OrderShipped.class, "order", OrderShipped::orderId, "OrderShipped")
        .keyed(shipped -> "shipped " + shipped.name())
        .version(shipped -> 2);
  }

  /** The tenant of requests is another one than that of the application. */
  @Bean
  CallerResolver callers() {
    return request -> new Caller("north", "olga");
  }

  @Bean
  SecurityFilterChain open(HttpSecurity http) {
    return http.csrf(csrf -> csrf.disable())
        .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
        .build();
  }
}
