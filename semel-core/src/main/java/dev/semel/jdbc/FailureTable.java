package dev.semel.jdbc;

import dev.semel.spi.Failure;
import dev.semel.spi.Verdict;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What each SQLSTATE means for an intent. A row names a whole SQLSTATE or its first two characters;
 * the longer match wins, and among equals the later row. Immutable; {@link #with} makes a table
 * with a row of your own.
 */
public final class FailureTable {
  private static final int SQLSTATE_CHARACTERS = 5;
  private static final int CLASS_CHARACTERS = 2;

  private final List<Row> rows;

  private FailureTable(List<Row> rows) {
    this.rows = List.copyOf(rows);
  }

  /**
   * One row.
   *
   * @param sqlState five characters, or the two of a class
   * @param verdict what to do
   * @param meaning what happened and what to do, for people
   */
  public record Row(String sqlState, Verdict verdict, String meaning) {
    public Row {
      int length = sqlState.length();
      if (length != SQLSTATE_CHARACTERS && length != CLASS_CHARACTERS) {
        throw new IllegalArgumentException(
            "'%s' is neither an SQLSTATE nor a class of them".formatted(sqlState));
      }
      sqlState = sqlState.toUpperCase(Locale.ROOT);
    }
  }

  public static FailureTable of(List<Row> rows) {
    return new FailureTable(rows);
  }

  /** The same table with one more row, which wins over those that are as specific. */
  public FailureTable with(String sqlState, Verdict verdict, String meaning) {
    List<Row> more = new ArrayList<>(rows);
    more.add(new Row(sqlState, verdict, meaning));
    return new FailureTable(more);
  }

  public List<Row> rows() {
    return rows;
  }

  /** The row for an SQLSTATE, if there is one. */
  public Optional<Row> row(String sqlState) {
    Row best = null;
    for (Row row : rows) {
      boolean atLeastAsSpecific =
          best == null || row.sqlState().length() >= best.sqlState().length();
      if (sqlState.startsWith(row.sqlState()) && atLeastAsSpecific) {
        best = row;
      }
    }
    return Optional.ofNullable(best);
  }

  /**
   * Understands a failure by the first SQL exception in its chain that the table knows. One without
   * an SQLSTATE, as connection pools throw it, is understood by its class, and the pool's message
   * is kept. Everything else is final.
   */
  public Failure classify(Throwable failure) {
    List<SQLException> chain = SqlStates.chain(failure);
    for (SQLException sql : chain) {
      Optional<Failure> known = known(sql);
      if (known.isPresent()) {
        return known.get();
      }
    }
    String code = chain.isEmpty() ? "" : String.valueOf(chain.get(0).getSQLState());
    return new Failure(Verdict.FINAL, code, null, "an error that another attempt would meet again");
  }

  private Optional<Failure> known(SQLException sql) {
    String state = sql.getSQLState();
    if (state != null) {
      return row(state).map(row -> new Failure(row.verdict(), state, null, row.meaning()));
    }
    if (sql instanceof SQLTransientException) {
      return Optional.of(
          new Failure(Verdict.RETRY, "", null, "no connection was available: " + sql.getMessage()));
    }
    if (sql instanceof SQLRecoverableException) {
      return Optional.of(new Failure(Verdict.RESOLVE, "", null, "the connection was lost"));
    }
    return Optional.empty();
  }
}
