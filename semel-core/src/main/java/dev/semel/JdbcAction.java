package dev.semel;

import java.sql.SQLException;

/** The body of a command on a relational database that has no result. */
@FunctionalInterface
public interface JdbcAction {
  /** Runs in the transaction; may be run again from the start, in a new one. */
  void run(JdbcEffect effect) throws SQLException;

  /** The same, as a command. */
  default JdbcCommand<Done> asCommand() {
    return effect -> {
      run(effect);
      return Done.DONE;
    };
  }
}
