package dev.semel.spring.event;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.core.ResolvableType;

/**
 * Writes the events of an application that are mapped to the outbox, on the thread that publishes
 * them. Others are left alone. Safe for use by several threads.
 */
public final class ApplicationEvents implements GenericApplicationListener {
  private static final String OF_SPRING = "org.springframework.";

  private final ObjectProvider<EventMappings> mappings;
  private final ObjectProvider<TransactionEvents> events;

  public ApplicationEvents(
      ObjectProvider<EventMappings> mappings, ObjectProvider<TransactionEvents> events) {
    this.mappings = mappings;
    this.events = events;
  }

  @Override
  public boolean supportsEventType(ResolvableType type) {
    Class<?> payload =
        PayloadApplicationEvent.class.isAssignableFrom(type.toClass())
            ? type.as(PayloadApplicationEvent.class).getGeneric().resolve()
            : type.resolve();
    return payload == null || isEvent(payload);
  }

  /** Spring publishes events of its own while the beans of the application are being made. */
  private boolean isEvent(Class<?> type) {
    return !type.getName().startsWith(OF_SPRING) && mappings.getObject().isEvent(type);
  }

  /** Behind other listeners, so that what they change is written before the event. */
  @Override
  public int getOrder() {
    return LOWEST_PRECEDENCE;
  }

  /** Another thread is in no transaction. */
  @Override
  public boolean supportsAsyncExecution() {
    return false;
  }

  @Override
  public void onApplicationEvent(ApplicationEvent event) {
    Object payload = payloadOf(event);
    if (isEvent(payload.getClass())) {
      var unused = events.getObject().publish(payload);
    }
  }

  private static Object payloadOf(ApplicationEvent event) {
    return event instanceof PayloadApplicationEvent<?> carrier ? carrier.getPayload() : event;
  }
}
