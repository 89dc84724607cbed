package dev.semel.demo.timeline;

import dev.semel.IntentId;
import dev.semel.Scope;
import dev.semel.demo.cases.CaseFiles;
import dev.semel.demo.problems.Reading;
import dev.semel.demo.tokens.User;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestAttribute;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What happened to a case, as it was committed with each command. */
@Reading
class Timeline {
  private static final int MAX_ENTRIES = 2_000;

  private final JdbcClient jdbc;
  private final CaseFiles files;
  private final JsonMapper json;

  Timeline(JdbcClient jdbc, CaseFiles files, JsonMapper json) {
    this.jdbc = jdbc;
    this.files = files;
    this.json = json;
  }

  record History(UUID caseId, List<TimelineEntry> entries) {}

  /** Oldest first; of very long histories the beginning. */
  @GetMapping("/api/cases/{caseId}/timeline")
  History timeline(@PathVariable UUID caseId, @RequestAttribute User user) {
    files.summary(user, caseId);
    return new History(
        caseId,
        jdbc.sql(TimelineSql.HISTORY)
            .param("tenant", user.tenant())
            .param("caseId", caseId.toString())
            .param("limit", MAX_ENTRIES)
            .query((row, number) -> entry(user, row))
            .list());
  }

  private TimelineEntry entry(User user, ResultSet row) throws SQLException {
    return new TimelineEntry(
        row.getString("kind"),
        row.getObject("recorded_at", OffsetDateTime.class),
        row.getObject("record_id", UUID.class),
        intent(user, row).shortDigest(),
        row.getString("operation"),
        row.getString("principal"),
        row.getString("action"),
        row.getString("detail"),
        row.getString("type"),
        row.getObject("version", Long.class),
        payload(row.getString("payload")));
  }

  /** The same few digits that Semel's log lines have. */
  private static IntentId intent(User user, ResultSet row) throws SQLException {
    return new IntentId(
        new Scope(user.tenant(), row.getString("operation"), row.getString("principal")),
        row.getString("key"));
  }

  private @Nullable JsonNode payload(@Nullable String text) {
    return text == null ? null : json.readTree(text);
  }
}
