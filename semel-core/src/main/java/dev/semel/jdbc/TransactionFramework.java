package dev.semel.jdbc;

import dev.semel.JdbcCommand;
import dev.semel.Outcome;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * A framework that manages transactions on the data source of a store. Commands join a transaction
 * that it has begun, and effects run as its users expect.
 *
 * <p>Implementations are safe for use by several threads.
 */
public interface TransactionFramework {
  /**
   * Returns the transaction that this thread is in, or null if there is none.
   *
   * @throws dev.semel.TransactionMisuseException if there is one that a command cannot join
   */
  @Nullable CallersTransaction callersTransaction();

  /** Returns an effect that runs in a transaction of the framework, as a part of the command. */
  <R> JdbcCommand<R> inTransaction(JdbcCommand<R> effect);

  /** A transaction that the caller began and will end. For one thread. */
  interface CallersTransaction {
    /** Runs a command in it, and takes care of what the framework holds back from the database. */
    <R> Outcome<R> join(JoinedCommand<R> command, JdbcCommand<R> effect);
  }

  /** A command that needs a connection to join, and its effect. */
  interface JoinedCommand<R> {
    Outcome<R> run(Connection transaction, JdbcCommand<R> effect);
  }
}
