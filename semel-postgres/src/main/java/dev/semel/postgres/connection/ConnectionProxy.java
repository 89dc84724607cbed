package dev.semel.postgres.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A connection that works on the connection of a command. What is not about transactions goes there
 * directly. Statements are wrapped, so that each execution is seen before it is sent. For one
 * thread.
 */
abstract class ConnectionProxy implements InvocationHandler {
  /** What {@link #handle} returns for a call that is not about transactions. */
  static final Object NOT_HANDLED = new Object();

  private static final Object[] NO_ARGUMENTS = {};
  private static final String CONNECTION_DOES_NOT_EXIST = "08003";

  private final CommandTransaction command;
  private final Connection proxy;

  ConnectionProxy(CommandTransaction command) {
    this.command = command;
    this.proxy =
        (Connection)
            Proxy.newProxyInstance(
                ConnectionProxy.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
  }

  final Connection proxy() {
    return proxy;
  }

  final CommandTransaction command() {
    return command;
  }

  /** Executes a statement in the transaction that this connection is in. */
  abstract @Nullable Object execute(Call call) throws Throwable;

  /** Handles a call that is about transactions; returns {@link #NOT_HANDLED} for any other. */
  abstract @Nullable Object handle(Method method, Object[] arguments) throws Throwable;

  /** A call of the driver. */
  interface Call {
    @Nullable Object run() throws Throwable;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // a proxy equals only itself
  public final @Nullable Object invoke(Object self, Method method, Object @Nullable [] given)
      throws Throwable {
    Object[] arguments = given == null ? NO_ARGUMENTS : given;
    return switch (method.getName()) {
      case "unwrap" ->
          arguments[0] == CommandTransaction.class ? command : forward(method, arguments);
      case "isWrapperFor" ->
          arguments[0] == CommandTransaction.class ? true : forward(method, arguments);
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      case "toString" -> "connection of a command on " + command.connection();
      default -> handleOrForward(method, arguments);
    };
  }

  @SuppressWarnings("ReferenceEquality") // one object marks calls that are not handled
  private @Nullable Object handleOrForward(Method method, Object[] arguments) throws Throwable {
    Object handled = handle(method, arguments);
    return handled == NOT_HANDLED ? forward(method, arguments) : handled;
  }

  private @Nullable Object forward(Method method, Object[] arguments) throws Throwable {
    requireOpen();
    Object result = call(method, command.connection(), arguments);
    return result instanceof Statement statement
        ? new StatementProxy(this, statement).proxy()
        : result;
  }

  final void requireOpen() throws SQLException {
    if (isClosed()) {
      throw new SQLException(
          command.hasEnded()
              ? "this connection took part in a command that has ended; get a new connection"
              : "this connection is closed",
          CONNECTION_DOES_NOT_EXIST);
    }
  }

  abstract boolean isClosed();

  static @Nullable Object call(Method method, Object target, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
