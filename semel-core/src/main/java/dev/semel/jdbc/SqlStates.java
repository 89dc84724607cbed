package dev.semel.jdbc;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Finds the SQL failures in a chain of causes, however deep a framework has wrapped them. */
public final class SqlStates {
  private static final int MAX_CHAIN_LENGTH = 100;
  private static final String SERIALIZATION_FAILURE = "40001";
  private static final String DEADLOCK = "40P01";
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private SqlStates() {}

  /**
   * All SQL exceptions in the chain, outermost first: causes, chained exceptions and suppressed
   * ones, each once.
   */
  public static List<SQLException> chain(Throwable failure) {
    List<SQLException> found = new ArrayList<>();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> next = new ArrayDeque<>();
    next.add(failure);
    while (!next.isEmpty() && seen.size() < MAX_CHAIN_LENGTH) {
      Throwable current = next.poll();
      if (seen.add(current)) {
        visit(current, found, next);
      }
    }
    return found;
  }

  /** Returns true if the transaction lost against another one and has to be run again. */
  public static boolean isConflict(SQLException failure) {
    String state = failure.getSQLState();
    return SERIALIZATION_FAILURE.equals(state) || DEADLOCK.equals(state);
  }

  /** Returns true if a transaction that met this failure may succeed if it is run again. */
  public static boolean isTransient(SQLException failure) {
    return isConflict(failure) || LOCK_NOT_AVAILABLE.equals(failure.getSQLState());
  }

  private static void visit(Throwable current, List<SQLException> found, Deque<Throwable> next) {
    if (current instanceof SQLException sql) {
      found.add(sql);
      if (sql.getNextException() != null) {
        next.add(sql.getNextException());
      }
    }
    if (current.getCause() != null) {
      next.add(current.getCause());
    }
    Collections.addAll(next, current.getSuppressed());
  }
}
