package dev.semel.demo.api;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * What clients can switch on and off. The switch is in the memory of one node; what a commit binds
 * is the audit entry and the answer.
 */
enum Switch {
  POISON("/api/flow/poison", "{\"events\": 1}"),
  START_STORM(
      "/api/storm",
      """
      {"clients": 1, "intents": 1, "duplicates": 0, "lostReplies": 0, "killedConnections": 0,
       "databaseRestarts": 0, "rewinds": 0, "consumerKills": 0, "relayKills": 0, "reorderings": 0,
       "poisonedEvents": 0}
      """),
  STOP_STORM("/api/storm/{stormId}/stop", "{}");

  private final String path;
  private final String body;

  Switch(String path, String body) {
    this.path = path;
    this.body = body;
  }

  /** As the OpenAPI document has it. */
  String path() {
    return path;
  }

  /** By a user of a tenant whose events nobody counts; one key is about one storm. */
  Answer send(Api api, String key) {
    UUID storm = UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8));
    return api.post("south-ines", key, path.replace("{stormId}", storm.toString()), body);
  }
}
