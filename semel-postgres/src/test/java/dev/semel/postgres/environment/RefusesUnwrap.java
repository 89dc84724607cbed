package dev.semel.postgres.environment;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Wraps a data source so that nothing that comes from it can be unwrapped. */
final class RefusesUnwrap {
  private RefusesUnwrap() {}

  static DataSource around(DataSource target) {
    return wrapped(DataSource.class, target);
  }

  private static <T> T wrapped(Class<T> type, Object target) {
    return type.cast(
        Proxy.newProxyInstance(
            RefusesUnwrap.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (method.getName().equals("unwrap")) {
                throw new SQLException("this wrapper refuses unwrap");
              }
              if (method.getName().equals("isWrapperFor")) {
                return false;
              }
              try {
                return wrap(method.getReturnType(), method.invoke(target, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static Object wrap(Class<?> type, Object value) {
    boolean isWrapped =
        type == Connection.class || type == Statement.class || type == PreparedStatement.class;
    return isWrapped ? wrapped(type, value) : value;
  }
}
