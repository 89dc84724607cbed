package dev.semel.postgres.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A statement whose connection is told of each execution. For one thread. */
final class StatementProxy implements InvocationHandler {
  private final ConnectionProxy connection;
  private final Statement statement;

  StatementProxy(ConnectionProxy connection, Statement statement) {
    this.connection = connection;
    this.statement = statement;
  }

  Statement proxy() {
    return (Statement)
        Proxy.newProxyInstance(
            StatementProxy.class.getClassLoader(), new Class<?>[] {kindOf(statement)}, this);
  }

  private static Class<?> kindOf(Statement statement) {
    if (statement instanceof CallableStatement) {
      return CallableStatement.class;
    }
    return statement instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // a proxy equals only itself
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    String name = method.getName();
    if (name.startsWith("execute")) {
      return connection.execute(() -> ConnectionProxy.call(method, statement, arguments));
    }
    return switch (name) {
      case "getConnection" -> connection.proxy();
      case "equals" -> arguments != null && self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      default -> ConnectionProxy.call(method, statement, arguments);
    };
  }
}
