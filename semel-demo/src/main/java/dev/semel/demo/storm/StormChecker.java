package dev.semel.demo.storm;

import dev.semel.demo.database.Database;
import dev.semel.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Asks the database what a storm left behind, on connections of its own: those of the service may
 * be broken. Safe for use by many threads.
 */
final class StormChecker {
  private static final NamedSql FIND = NamedSql.of(StormSql.FIND);
  private static final NamedSql COUNT_EFFECTS = NamedSql.of(StormSql.COUNT_EFFECTS);

  private final Database database;

  StormChecker(Database database) {
    this.database = database;
  }

  /** How many effects there are; null if the database is away. */
  @Nullable Long countEffects(UUID stormId) {
    try (Connection connection = database.connect()) {
      return countEffects(connection, stormId);
    } catch (SQLException e) {
      return null;
    }
  }

  /** Compares what the callers were told with what there is. */
  Verdict check(UUID stormId, List<Acknowledgement> told) {
    try (Connection connection = database.connect()) {
      List<Found> found = find(connection, stormId, told);
      return Verdict.of(found, told, countEffects(connection, stormId));
    } catch (SQLException e) {
      throw new IllegalStateException(
          "the database does not answer, so there is no verdict; start another storm", e);
    }
  }

  private static long countEffects(Connection connection, UUID stormId) throws SQLException {
    try (NamedSql.Bound bound =
            COUNT_EFFECTS.prepare(connection).setString("storm", stormId.toString());
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  private static List<Found> find(Connection connection, UUID stormId, List<Acknowledgement> told)
      throws SQLException {
    Integer[] numbers = told.stream().map(Acknowledgement::number).toArray(Integer[]::new);
    try (NamedSql.Bound bound = FIND.prepare(connection)) {
      bound.setString("storm", stormId.toString());
      bound.set("numbers", connection.createArrayOf("int4", numbers));
      try (ResultSet rows = bound.statement().executeQuery()) {
        List<Found> found = new ArrayList<>();
        while (rows.next()) {
          found.add(read(rows));
        }
        return found;
      }
    }
  }

  private static Found read(ResultSet row) throws SQLException {
    return new Found(
        row.getInt("number"),
        row.getLong("effects"),
        row.getLong("audits"),
        row.getLong("events"),
        row.getLong("records"),
        Set.of((UUID[]) row.getArray("ids").getArray()));
  }
}
