package dev.semel.demo.dashboard;

import dev.semel.JdbcEffect;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.VersionGuard;
import dev.semel.inbox.WorkSettings;
import dev.semel.jdbc.NamedSql;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps a row per case, from its events. It adds up, so an event that was applied twice or in the
 * wrong order would leave it wrong for good: the inbox sees to the one and the version guard to the
 * other, and nothing here does.
 */
@Component
public class Dashboard implements MessageHandler {
  /** Applies the versions of a case in their order; what comes early is parked. */
  public static final ConsumerSettings CONSUMER =
      ConsumerSettings.named("dashboard", "casework")
          .inOrder(VersionGuard.parking())
          .working(
              WorkSettings.standard()
                  .attempts(5)
                  .backoff(Duration.ofMillis(200), Duration.ofSeconds(5)));

  private static final NamedSql APPLY = NamedSql.of(DashboardSql.APPLY);

  private final JsonMapper json;
  private final Poison poison;

  Dashboard(JsonMapper json, Poison poison) {
    this.json = json;
    this.poison = poison;
  }

  @Override
  public void apply(Message message, JdbcEffect effect) throws SQLException {
    if (poison.spoils(message)) {
      throw effect.reject("POISONED", "the dashboard was told to choke on it; redrive it");
    }
    JsonNode payload = payloadOf(message);
    String type = String.valueOf(message.type());
    boolean isAssigned = type.equals("OfficerAssigned");
    try (NamedSql.Bound bound = APPLY.prepare(effect.connection())) {
      bound
          .setString("eventId", message.id().id())
          .setString("tenant", message.tenant())
          .setString("caseId", message.key())
          .set("version", message.version(), Types.BIGINT)
          .setString("state", text(payload, "state"))
          .setString("officer", isAssigned ? text(payload, "officer") : null)
          .set("officerChanges", isAssigned || type.equals("CaseClosed"))
          .setInt("notes", type.equals("NoteAdded") ? 1 : 0);
      bound.statement().executeUpdate();
    }
  }

  private JsonNode payloadOf(Message message) {
    byte[] payload = message.payload();
    return payload == null
        ? json.createObjectNode()
        : json.readTree(new String(payload, StandardCharsets.UTF_8));
  }

  private static @Nullable String text(JsonNode payload, String member) {
    JsonNode value = payload.path(member);
    return value.isString() ? value.stringValue() : null;
  }
}
