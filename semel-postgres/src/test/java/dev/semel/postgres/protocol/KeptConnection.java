package dev.semel.postgres.protocol;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A pool of one connection that never sends anything of its own, so that every byte is Semel's. */
public final class KeptConnection implements AutoCloseable {
  private final Connection kept;

  public KeptConnection(DataSource dataSource) throws SQLException {
    this.kept = dataSource.getConnection();
  }

  /** Hands out the connection, which stays open when it is closed. */
  public DataSource dataSource() {
    Connection handle = proxy(Connection.class, this::onConnection);
    return proxy(
        DataSource.class,
        (method, arguments) -> {
          if (method.getName().equals("getConnection")) {
            return handle;
          }
          throw new UnsupportedOperationException(method.getName());
        });
  }

  private @Nullable Object onConnection(Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("close")) {
      return null;
    }
    try {
      return method.invoke(kept, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private interface Call {
    @Nullable Object on(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> call.on(method, arguments)));
  }

  @Override
  public void close() throws SQLException {
    kept.close();
  }
}
