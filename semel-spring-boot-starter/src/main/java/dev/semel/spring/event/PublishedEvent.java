package dev.semel.spring.event;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes objects of a class events that can be published as they are, with the object as JSON for
 * their payload.
 *
 * <pre>{@code
 * @PublishedEvent(type = "OrderPlaced", aggregate = "order", aggregateId = "#this.orderId")
 * record OrderPlaced(UUID orderId, long cents) {}
 *
 * applicationEventPublisher.publishEvent(new OrderPlaced(id, 500));
 * }</pre>
 *
 * <p>An annotated object that is given to {@link
 * org.springframework.context.ApplicationEventPublisher#publishEvent(Object)} is written to the
 * outbox as {@link TransactionEvents#publish(Object)} does. For a class that cannot be annotated,
 * define an {@link EventMapping} bean.
 *
 * <p>Ids, keys and versions are expressions of Spring (SpEL) over the object, which is {@code
 * #this} and the root. An id or key is text, a whole number or a UUID. The payload is written by
 * the {@link dev.semel.json.SemelJson} bean.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface PublishedEvent {
  /** What happened. Consumers know the event by it, so it must never change. */
  String type();

  /** What kind of thing it happened to; events are routed by it. */
  String aggregate();

  /** An expression for the thing it happened to; events keep their order within it. */
  String aggregateId();

  /** An expression for the event key; one key is one event, for ever. Default: none. */
  String key() default "";

  /** An expression for the version that the aggregate has by this event. Default: none. */
  String version() default "";
}
