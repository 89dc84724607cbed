package dev.semel.spring;

import dev.semel.Event;
import dev.semel.IntentId;
import dev.semel.JdbcEffect;
import dev.semel.spring.event.EventMapping;
import dev.semel.spring.event.EventMappings;
import dev.semel.spring.event.PublishedEvent;
import dev.semel.spring.internal.EffectBinding;
import java.sql.Connection;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The effect of the command that runs on the current thread, as a bean: for {@link Idempotent}
 * methods and what they call, which are not handed an effect.
 *
 * <pre>{@code
 * effect.audit("OPEN_CASE", "case " + id, null);
 * effect.publish(Event.of("case", id, "CaseOpened", json));
 * }</pre>
 *
 * <p>Safe for use by several threads; each sees its own effect. Outside of a command every method
 * throws {@link IllegalStateException}.
 */
public final class CurrentEffect implements JdbcEffect {
  private final Supplier<@Nullable JdbcEffect> outer;
  private final EventMappings mappings;

  /**
   * @param outer where to look when no method is a command; gives null if it knows of none
   * @param mappings makes events of objects
   */
  public CurrentEffect(Supplier<@Nullable JdbcEffect> outer, EventMappings mappings) {
    this.outer = outer;
    this.mappings = mappings;
  }

  private JdbcEffect current() {
    JdbcEffect bound = EffectBinding.current();
    JdbcEffect effect = bound == null ? outer.get() : bound;
    if (effect == null) {
      throw new IllegalStateException(
          "no command runs on this thread; call this inside an @Idempotent or @IdempotentListener method or a protected request, on the thread that runs it");
    }
    return effect;
  }

  @Override
  public Connection transaction() {
    return current().transaction();
  }

  @Override
  public IntentId intent() {
    return current().intent();
  }

  @Override
  public int attempt() {
    return current().attempt();
  }

  @Override
  public void audit(String action, String subject, @Nullable String detail) {
    current().audit(action, subject, detail);
  }

  @Override
  public void publish(Event event) {
    current().publish(Objects.requireNonNull(event, "event"));
  }

  /**
   * Publishes an object whose class has {@link PublishedEvent} or an {@link EventMapping} bean, if
   * and only if this effect commits.
   *
   * @throws IllegalArgumentException if the class is neither annotated nor mapped
   */
  public void publish(Object event) {
    publish(mappings.eventOf(event));
  }
}
