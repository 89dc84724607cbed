package dev.semel.postgres.connection;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * The connection that the effect of a command is given. Its statements belong to the command itself
 * and to no part of it. What would end the transaction is refused by the guard in front of it.
 */
final class EffectConnection extends ConnectionProxy {
  EffectConnection(CommandTransaction command) {
    super(command);
  }

  @Override
  @Nullable Object execute(Call call) throws Throwable {
    command().touch();
    return call.run();
  }

  /** A savepoint of the effect's own hides the one that a part would begin at. */
  @Override
  @Nullable Object handle(Method method, Object[] arguments) throws Throwable {
    if (method.getName().endsWith("avepoint")) {
      command().touch();
    }
    return NOT_HANDLED;
  }

  @Override
  boolean isClosed() {
    return command().hasEnded();
  }
}
