package dev.semel.postgres.relay;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether the session of a running relay may keep a connection. It may if that leaves
 * enough connections of the pool for the relay's other work. Otherwise it borrows one for each
 * call, so that a relay works with a pool of one. Safe for use by several threads.
 */
final class ConnectionBudget {
  /** A running relay keeps one and borrows up to this many at the same time. */
  private static final int BORROWED = 2;

  private static final Logger LOG = LoggerFactory.getLogger("dev.semel.relay");

  /** How HikariCP, DBCP 2, c3p0 and Tomcat's pool call it. */
  private static final List<String> SIZES =
      List.of("getMaximumPoolSize", "getMaxTotal", "getMaxPoolSize", "getMaxActive");

  private final @Nullable Integer poolSize;
  private final AtomicInteger kept = new AtomicInteger();

  private ConnectionBudget(@Nullable Integer poolSize) {
    this.poolSize = poolSize;
  }

  /** Returns a budget by the size of the pool; a data source that does not tell has no limit. */
  static ConnectionBudget of(DataSource dataSource) {
    for (String name : SIZES) {
      Integer size = size(dataSource, name);
      if (size != null) {
        return new ConnectionBudget(size < 0 ? null : size);
      }
    }
    return new ConnectionBudget(null);
  }

  private static @Nullable Integer size(DataSource dataSource, String method) {
    try {
      MethodHandle getter =
          MethodHandles.publicLookup()
              .findVirtual(dataSource.getClass(), method, MethodType.methodType(int.class));
      return (Integer) getter.invoke(dataSource);
    } catch (Throwable e) {
      LOG.trace("the data source has no {}", method, e);
      return null;
    }
  }

  /** Takes one connection from the budget, unless too few would be left. */
  boolean keepsOne() {
    int now = kept.incrementAndGet();
    if (poolSize == null || now + BORROWED <= poolSize) {
      return true;
    }
    kept.decrementAndGet();
    LOG.warn(
        "the pool has {} connections, and {} running relays use up to {} at the same time besides those of the application: raise the maximum size of the pool, or give the relays a pool of their own. Until then this relay borrows a connection for each statement, which is slower",
        poolSize,
        now,
        now + BORROWED);
    return false;
  }

  /** Gives a connection back to the budget. */
  void release() {
    kept.decrementAndGet();
  }
}
