package dev.semel.postgres.schema;

import dev.semel.testing.postgres.PostgresDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Records the plans that the server really used. Its module auto_explain sends each as a notice
 * with the statement, and a statement's notices are picked up before it is closed.
 */
final class PlanRecorder {
  private static final String OPTIONS =
      "-c session_preload_libraries=auto_explain -c auto_explain.log_min_duration=0"
          + " -c auto_explain.log_level=notice -c auto_explain.log_nested_statements=off";

  private final List<String> plans = new ArrayList<>();
  private final DataSource explained;

  PlanRecorder(PostgresDatabase database) {
    this.explained = database.dataSource(Map.of("options", OPTIONS));
  }

  /** Forgets what was recorded. */
  void clear() {
    plans.clear();
  }

  /** All plans since the last {@link #clear}, as one text. */
  String plans() {
    return String.join("\n", plans);
  }

  DataSource dataSource() {
    return proxy(
        DataSource.class,
        (method, arguments) ->
            recorded((Connection) Objects.requireNonNull(call(explained, method, arguments))));
  }

  private Connection recorded(Connection connection) {
    return proxy(
        Connection.class,
        (method, arguments) -> {
          Object result = call(connection, method, arguments);
          return result instanceof PreparedStatement statement ? recorded(statement) : result;
        });
  }

  private PreparedStatement recorded(PreparedStatement statement) {
    return proxy(
        PreparedStatement.class,
        (method, arguments) -> {
          if (method.getName().equals("close")) {
            pickUp(statement.getWarnings());
          }
          return call(statement, method, arguments);
        });
  }

  private void pickUp(@Nullable SQLWarning first) throws SQLException {
    for (SQLWarning notice = first; notice != null; notice = notice.getNextWarning()) {
      plans.add(String.valueOf(notice.getMessage()));
    }
  }

  private interface Call {
    @Nullable Object on(Method method, Object[] arguments) throws Throwable;
  }

  private static @Nullable Object call(Object target, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> call.on(method, arguments)));
  }
}
