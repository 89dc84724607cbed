package dev.semel.postgres.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Wrapper;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.jdbc.AutoSave;

/** Access to the PostgreSQL driver behind connection pools and other wrappers. */
public final class PostgresDriver {
  private PostgresDriver() {}

  /** Statements to run. */
  public interface Work<V> {
    V run() throws SQLException;
  }

  /** Returns the driver's own object, or null if a wrapper does not give access to it. */
  public static <T> @Nullable T find(Wrapper wrapper, Class<T> type) {
    try {
      return wrapper.isWrapperFor(type) ? wrapper.unwrap(type) : null;
    } catch (SQLException | RuntimeException refused) {
      return null;
    }
  }

  /**
   * Runs statements that set, release or roll back to savepoints. The driver option {@code
   * autosave} sets a savepoint of the driver's own around them. Where it is released afterwards,
   * savepoints that were set in between would end with it; where they release or roll back to an
   * earlier savepoint, the driver's would be gone.
   */
  public static <V> V withoutAutosave(Connection connection, Work<V> work) throws SQLException {
    PGConnection driver = find(connection, PGConnection.class);
    AutoSave before = driver == null ? AutoSave.NEVER : driver.getAutosave();
    if (driver == null || before == AutoSave.NEVER) {
      return work.run();
    }
    driver.setAutosave(AutoSave.NEVER);
    try {
      return work.run();
    } finally {
      driver.setAutosave(before);
    }
  }
}
