package dev.semel.spring.event;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes objects of a class events, as {@link PublishedEvent} does, for a class that cannot be
 * annotated. Define one as a bean. It counts for subclasses too, and wins over an annotation.
 *
 * <pre>{@code
 * @Bean
 * EventMapping<OrderPlaced> orderPlaced() {
 *   return EventMapping.of(OrderPlaced.class, "order", OrderPlaced::orderId, "OrderPlaced");
 * }
 * }</pre>
 *
 * <p>Immutable; each method returns a changed copy.
 *
 * @param source the class of the objects
 * @param aggregate what kind of thing it happened to; events are routed by it
 * @param aggregateId returns which thing: text, a whole number or a UUID
 * @param type what happened; consumers know the event by it, so it must never change
 * @param key returns the event key: text, a whole number or a UUID. Null: there is none
 * @param version returns the version that the aggregate has by this event. Null: there is none
 * @param <T> the class of the objects
 */
public record EventMapping<T>(
    Class<T> source,
    String aggregate,
    Function<? super T, ?> aggregateId,
    String type,
    @Nullable Function<? super T, ?> key,
    @Nullable Function<? super T, ? extends @Nullable Number> version) {

  public EventMapping {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(aggregateId, "aggregateId");
  }

  /** Returns a mapping without event key and version. */
  public static <T> EventMapping<T> of(
      Class<T> source, String aggregate, Function<? super T, ?> aggregateId, String type) {
    return new EventMapping<>(source, aggregate, aggregateId, type, null, null);
  }

  /** Adds an event key. One key is one event for ever, whoever publishes it. */
  public EventMapping<T> keyed(Function<? super T, ?> newKey) {
    return new EventMapping<>(source, aggregate, aggregateId, type, newKey, version);
  }

  /** Adds the version of the aggregate. */
  public EventMapping<T> version(Function<? super T, ? extends @Nullable Number> newVersion) {
    return new EventMapping<>(source, aggregate, aggregateId, type, key, newVersion);
  }
}
