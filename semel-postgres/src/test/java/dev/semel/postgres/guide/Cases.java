package dev.semel.postgres.guide;

import dev.semel.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The business that the guide's examples call. */
final class Cases {
  record OpenCase(String source, String complaint) {}

  record CaseOpened(long caseId) {}

  record CloseCase(long caseId) {}

  private static final NamedSql INSERT =
      NamedSql.of(
          """
          INSERT INTO complaint_case (tenant, source, complaint)
          VALUES ('acme', :source, :complaint)
          RETURNING id
          """);
  private static final NamedSql SET_STATE =
      NamedSql.of("UPDATE complaint_case SET state = :state WHERE id = :id");
  private static final NamedSql FIND =
      NamedSql.of("SELECT id FROM complaint_case WHERE id = :id AND deleted_at IS NULL");

  CaseOpened open(Connection connection, OpenCase request) throws SQLException {
    try (NamedSql.Bound insert = INSERT.prepare(connection)) {
      insert.set("source", request.source()).set("complaint", request.complaint());
      try (ResultSet row = insert.statement().executeQuery()) {
        row.next();
        return new CaseOpened(row.getLong(1));
      }
    }
  }

  void close(Connection connection, long caseId) throws SQLException {
    try (NamedSql.Bound update = SET_STATE.prepare(connection)) {
      update.set("state", "CLOSED").set("id", caseId).statement().executeUpdate();
    }
  }

  @Nullable CaseOpened find(DataSource dataSource, String caseId) {
    try (Connection connection = dataSource.getConnection();
        NamedSql.Bound find = FIND.prepare(connection).set("id", Long.valueOf(caseId));
        ResultSet row = find.statement().executeQuery()) {
      return row.next() ? new CaseOpened(row.getLong(1)) : null;
    } catch (SQLException e) {
      throw new IllegalStateException("could not look for a case", e);
    }
  }
}
