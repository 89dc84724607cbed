package dev.semel.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** That none of the service's commands is left out where they are broken at each of their steps. */
class EveryWriteTest {
  /** Dead letters are redriven by a transaction for each, beside that of the command. */
  private static final String REDRIVE = "/api/flow/redrive";

  @Test
  void isExplored() {
    Set<String> known = new TreeSet<>(Set.of(REDRIVE));
    for (Write write : Write.values()) {
      known.add(write.place("{caseId}").replace("APPEAL", "{type}"));
    }
    for (Switch toThrow : Switch.values()) {
      known.add(toThrow.path());
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
