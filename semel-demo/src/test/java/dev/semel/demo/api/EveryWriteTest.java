package dev.semel.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** That none of the service's commands is left out where they are broken at each of their steps. */
class EveryWriteTest {
  /**
   * Of these a commit binds the audit entry and the answer alone. Poison and storms are switches of
   * one process; dead letters are redriven by a transaction for each, and whoever asks again
   * redrives what is dead by then. What does hold of poison and of redriving is explored beside the
   * others. Storms are not: one node knows of them, and they are at work themselves.
   */
  private static final Set<String> NOT_ONE_TRANSACTION =
      Set.of("/api/flow/poison", "/api/flow/redrive", "/api/storm", "/api/storm/{stormId}/stop");

  @Test
  void isExplored() {
    Set<String> known = new TreeSet<>(NOT_ONE_TRANSACTION);
    for (Write write : Write.values()) {
      known.add(write.place("{caseId}").replace("APPEAL", "{type}"));
    }

    assertThat(known).isEqualTo(commands());
  }

  private static Set<String> commands() {
    Set<String> commands = new TreeSet<>();
    for (Map.Entry<String, JsonNode> path : Documented.document().path("paths").properties()) {
      if (path.getValue().has("post")) {
        commands.add(path.getKey());
      }
    }
    return commands;
  }
}
