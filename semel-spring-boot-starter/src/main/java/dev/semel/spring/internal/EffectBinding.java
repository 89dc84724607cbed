package dev.semel.spring.internal;

import dev.semel.JdbcCommand;
import dev.semel.JdbcEffect;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NamedThreadLocal;

/** The effect of the command that runs on a thread. */
public final class EffectBinding {
  private static final ThreadLocal<@Nullable JdbcEffect> CURRENT =
      new NamedThreadLocal<>("effect of the current command");

  private EffectBinding() {}

  /** Work during which an effect is the current one. */
  public interface Work<R> {
    R run() throws SQLException;
  }

  /** Returns the current effect of this thread, or null if there is none. */
  public static @Nullable JdbcEffect current() {
    return CURRENT.get();
  }

  /** Makes an effect the current one of this thread while work runs. */
  public static <R> R during(JdbcEffect effect, Work<R> work) throws SQLException {
    JdbcEffect before = CURRENT.get();
    CURRENT.set(effect);
    try {
      return work.run();
    } finally {
      if (before == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(before);
      }
    }
  }

  /** Returns a command whose effect is the current one while it runs. */
  public static <R> JdbcCommand<R> bound(JdbcCommand<R> command) {
    return effect -> during(effect, () -> command.run(effect));
  }
}
