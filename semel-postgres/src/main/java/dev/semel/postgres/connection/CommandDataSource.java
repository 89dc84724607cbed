package dev.semel.postgres.connection;

import dev.semel.TransactionMisuseException;
import dev.semel.jdbc.TransactionFramework;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Objects;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source whose connections take part in the command that runs on the thread.
 *
 * <p>Give the same {@code CommandDataSource} to the store and to the libraries that an effect uses,
 * such as Hibernate, jOOQ or MyBatis. While a command runs, every connection that these libraries
 * get on its thread works in the command's transaction. Their commit keeps what they wrote as a
 * part of the command, their rollback undoes only their own part, and everything is committed
 * together with the record of the command. Outside of a command it behaves as the data source
 * behind it.
 *
 * <pre>{@code
 * CommandDataSource dataSource = new CommandDataSource(pool);
 * Semel semel = Semel.on(PostgresStore.on(dataSource));
 * EntityManagerFactory entityManagers = entityManagersOn(dataSource);
 * }</pre>
 *
 * <p><b>Guarantee.</b> What a library commits inside a command is committed if and only if the
 * command is. <b>Order.</b> None between commands. <b>Threads.</b> Safe for use by several threads.
 * A connection that another thread gets does not take part.
 */
public final class CommandDataSource implements DataSource {
  private final DataSource target;

  @SuppressWarnings("ThreadLocalUsage") // One per data source, which lives as long as its users.
  private final ThreadLocal<@Nullable CommandTransaction> current = new ThreadLocal<>();

  private final DeferredConstraints deferredConstraints = new DeferredConstraints();
  private volatile @Nullable TransactionFramework framework;

  /**
   * @param target the pool that connections come from
   */
  public CommandDataSource(DataSource target) {
    this.target = Objects.requireNonNull(target, "target");
  }

  /** Returns the command data source that a data source is or wraps, or null if there is none. */
  public static @Nullable CommandDataSource find(DataSource dataSource) {
    if (dataSource instanceof CommandDataSource itself) {
      return itself;
    }
    try {
      return dataSource.isWrapperFor(CommandDataSource.class)
          ? dataSource.unwrap(CommandDataSource.class)
          : null;
    } catch (SQLException | RuntimeException cannotTell) {
      return null;
    }
  }

  /** The data source behind this one. Its connections never take part in a command. */
  public DataSource target() {
    return target;
  }

  /** Sets the framework that manages transactions on this data source. */
  public void framework(TransactionFramework managing) {
    this.framework = managing;
  }

  /** The framework that manages transactions on this data source, or null if there is none. */
  public @Nullable TransactionFramework framework() {
    return framework;
  }

  /**
   * Starts a command on this thread.
   *
   * @param connection the command's own connection, with autocommit off
   * @param autoCommit whether connections of the pool are in autocommit mode at first
   * @throws TransactionMisuseException if the thread already runs a command on this data source
   */
  public CommandTransaction begin(Connection connection, boolean autoCommit) {
    if (current.get() != null) {
      throw new TransactionMisuseException(
          "this thread already runs a command on this data source, and a second transaction would not commit with it; call semel.within(effect.connection()).once(…) to run a command inside the effect of another");
    }
    CommandTransaction command =
        new CommandTransaction(connection, autoCommit, deferredConstraints, current::remove);
    current.set(command);
    return command;
  }

  /** Returns the command that runs on this thread, or null if there is none. */
  public @Nullable CommandTransaction current() {
    return current.get();
  }

  /**
   * Takes this thread out of its command, up to the end of what is returned. What is committed
   * until then stays, whatever becomes of the command, and is done again by each attempt.
   */
  public Outside outsideCommand() {
    CommandTransaction command = current.get();
    current.remove();
    return () -> {
      if (command != null && !command.hasEnded()) {
        current.set(command);
      }
    };
  }

  /** Work outside of a command. Close it on the thread that began it. */
  @FunctionalInterface
  public interface Outside extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Returns a connection of the command that runs on this thread. While a library has a transaction
   * open there, a second connection is meant to be independent of it and comes from the pool.
   */
  @Override
  public Connection getConnection() throws SQLException {
    CommandTransaction command = current.get();
    return command == null || command.hasOpenPart()
        ? target.getConnection()
        : command.newConnection();
  }

  @Override
  public Connection getConnection(String username, String password) throws SQLException {
    return target.getConnection(username, password);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return type.isInstance(this) ? type.cast(this) : target.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this) || target.isWrapperFor(type);
  }

  @Override
  public @Nullable PrintWriter getLogWriter() throws SQLException {
    return target.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    target.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    target.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return target.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return target.getParentLogger();
  }
}
