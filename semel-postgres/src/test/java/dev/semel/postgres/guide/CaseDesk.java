package dev.semel.postgres.guide;

// snippet: case-desk
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.json.SemelJson;
import dev.semel.postgres.PostgresStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Opens cases. However often a request is sent, it opens one. */
final class CaseDesk {
  record OpenCase(String complaint) {}

  record CaseOpened(long caseId) {}

  private static final SemelJson JSON = SemelJson.standard();

  private static final Operation<OpenCase, CaseOpened> OPEN_CASE =
      Operation.named("open-case")
          .taking(JSON.payload(OpenCase.class))
          .answering(JSON.result(CaseOpened.class));

  private final Semel semel;

  CaseDesk(DataSource dataSource) {
    this.semel = Semel.on(PostgresStore.builder(dataSource).migrate().build());
  }

  Outcome<CaseOpened> open(String tenant, String commandId, OpenCase request) {
    return semel.once(
        OPEN_CASE.intent(tenant, commandId, request),
        effect -> insert(effect.connection(), request));
  }

  private static CaseOpened insert(Connection connection, OpenCase request) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO cases (complaint) VALUES (?) RETURNING id")) {
      insert.setString(1, request.complaint());
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return new CaseOpened(row.getLong(1));
      }
    }
  }
}
// end snippet
