package dev.semel;

import java.sql.SQLException;

/**
 * The body of a command on a relational database.
 *
 * @param <R> its result
 */
@FunctionalInterface
public interface JdbcCommand<R> {
  /** Runs in the transaction; may be run again from the start, in a new one. */
  R run(JdbcEffect effect) throws SQLException;
}
