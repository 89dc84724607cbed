package dev.semel.demo.cases;

import dev.semel.Event;
import java.util.UUID;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Makes the events that tell of cases. */
@Component
public class CaseEvents {
  static final String AGGREGATE_TYPE = "case";

  private final JsonMapper json;

  CaseEvents(JsonMapper json) {
    this.json = json;
  }

  /**
   * Makes one.
   *
   * @param version the version that the case has by this event
   */
  public Event about(UUID caseId, long version, String type, Object payload) {
    return Event.of(AGGREGATE_TYPE, caseId.toString(), type, json.writeValueAsString(payload))
        .version(version);
  }
}
