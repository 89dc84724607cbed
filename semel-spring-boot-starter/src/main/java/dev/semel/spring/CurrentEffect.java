package dev.semel.spring;

import dev.semel.Event;
import dev.semel.IntentId;
import dev.semel.JdbcEffect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

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

  /**
   * @param outer where to look when no method is a command; gives null if it knows of none
   */
  public CurrentEffect(Supplier<@Nullable JdbcEffect> outer) {
    this.outer = outer;
  }

  /** Work during which an effect is the current one. */
  interface Work<R> {
    R run() throws SQLException;
  }

  /** Makes an effect the current one of this thread while something runs. */
  static <R> R during(JdbcEffect effect, Work<R> work) throws SQLException {
    Object before = TransactionSynchronizationManager.unbindResourceIfPossible(CurrentEffect.class);
    TransactionSynchronizationManager.bindResource(CurrentEffect.class, effect);
    try {
      return work.run();
    } finally {
      TransactionSynchronizationManager.unbindResource(CurrentEffect.class);
      if (before != null) {
        TransactionSynchronizationManager.bindResource(CurrentEffect.class, before);
      }
    }
  }

  private JdbcEffect current() {
    Object bound = TransactionSynchronizationManager.getResource(CurrentEffect.class);
    JdbcEffect effect = bound instanceof JdbcEffect running ? running : outer.get();
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
}
