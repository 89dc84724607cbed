package dev.semel.spring.event;

import dev.semel.Event;
import dev.semel.json.JsonCodec;
import dev.semel.json.SemelJson;
import dev.semel.spring.UnsafeSetupException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;

/**
 * Makes events of objects, by {@link EventMapping} beans and {@link PublishedEvent} annotations.
 * Safe for use by several threads.
 */
public final class EventMappings {
  private static final SpelExpressionParser PARSER = new SpelExpressionParser();

  private final SemelJson json;
  private final Map<Class<?>, EventMapping<?>> beans = new HashMap<>();
  private final Map<Class<?>, Optional<Writer<?>>> writers = new ConcurrentHashMap<>();

  /**
   * @param json makes payloads
   */
  public EventMappings(List<EventMapping<?>> mappings, SemelJson json) {
    this.json = json;
    for (EventMapping<?> mapping : mappings) {
      if (beans.put(mapping.source(), mapping) != null) {
        throw new UnsafeSetupException(
            "There are two EventMapping beans for %s".formatted(mapping.source().getName()),
            "Keep one of them");
      }
    }
  }

  /** Whether objects of a class are events. */
  public boolean isEvent(Class<?> type) {
    return writerFor(type).isPresent();
  }

  /**
   * Returns the event of an object.
   *
   * @throws IllegalArgumentException if its class is neither annotated nor mapped, or if its id,
   *     key or version cannot be used
   */
  public Event eventOf(Object object) {
    if (object instanceof Event event) {
      return event;
    }
    return writerFor(object.getClass())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s is no event; annotate it with @PublishedEvent, or define an EventMapping bean for it"
                        .formatted(object.getClass().getName())))
        .write(object);
  }

  private Optional<Writer<?>> writerFor(Class<?> type) {
    return writers.computeIfAbsent(type, this::find);
  }

  private Optional<Writer<?>> find(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      EventMapping<?> mapping = beans.get(each);
      if (mapping != null) {
        return Optional.of(writer(type, mapping));
      }
    }
    PublishedEvent annotation =
        AnnotatedElementUtils.findMergedAnnotation(type, PublishedEvent.class);
    return annotation == null
        ? Optional.empty()
        : Optional.of(writer(type, annotated(type, annotation)));
  }

  private static EventMapping<Object> annotated(Class<?> type, PublishedEvent annotation) {
    return new EventMapping<>(
        Object.class,
        annotation.aggregate(),
        expression(type, "aggregateId", annotation.aggregateId(), Object.class),
        annotation.type(),
        annotation.key().isEmpty() ? null : expression(type, "key", annotation.key(), Object.class),
        annotation.version().isEmpty()
            ? null
            : expression(type, "version", annotation.version(), Number.class));
  }

  private static <R> Function<Object, @Nullable R> expression(
      Class<?> type, String attribute, String text, Class<R> result) {
    try {
      Expression parsed = PARSER.parseExpression(text);
      SimpleEvaluationContext context =
          SimpleEvaluationContext.forReadOnlyDataBinding().withInstanceMethods().build();
      return object -> parsed.getValue(context, object, result);
    } catch (ParseException e) {
      throw new IllegalArgumentException(
          "@PublishedEvent of %s has %s = \"%s\", which is not an expression: %s; \"#this.name\" is a property of the event"
              .formatted(type.getName(), attribute, text, e.getSimpleMessage()),
          e);
    }
  }

  @SuppressWarnings("unchecked") // The codec of a class writes objects of it.
  private <T> Writer<T> writer(Class<?> type, EventMapping<T> mapping) {
    return new Writer<>(type, mapping, json.result((Class<Object>) type));
  }

  /** Writes events of one class. */
  private record Writer<T>(Class<?> type, EventMapping<T> mapping, JsonCodec<Object> codec) {
    Event write(Object object) {
      T source = mapping.source().cast(object);
      String aggregateId = text("aggregate id", mapping.aggregateId().apply(source));
      String payload = new String(codec.encode(object), StandardCharsets.UTF_8);
      Event event = Event.of(mapping.aggregate(), aggregateId, mapping.type(), payload);
      Number version = mapping.version() == null ? null : mapping.version().apply(source);
      event = version == null ? event : event.version(version.longValue());
      return mapping.key() == null
          ? event
          : event.keyed(text("event key", mapping.key().apply(source)));
    }

    /** Only what reads the same on every node and in every version. */
    private String text(String what, @Nullable Object value) {
      if (value instanceof CharSequence
          || value instanceof UUID
          || value instanceof Long
          || value instanceof Integer) {
        return value.toString();
      }
      throw new IllegalArgumentException(
          "the %s of a %s is %s; give text, a whole number or a UUID"
              .formatted(
                  what,
                  type.getName(),
                  value == null ? "null" : "a " + value.getClass().getSimpleName()));
    }
  }
}
