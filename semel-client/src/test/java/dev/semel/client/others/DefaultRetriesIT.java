package dev.semel.client.others;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.client.others.AttemptServer.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What clients retry by default, as the guide tells in a table. */
@Tag("thorough")
class DefaultRetriesIT {
  private static final Path PAGE = Path.of("..", "docs", "guide", "behind-a-proxy.md");
  private static final int FIRST_FAULT = 2;

  /** Where it depends on the moment at which the client notices. */
  private static final String UP_TO = "up to ";

  @ParameterizedTest
  @EnumSource
  void attemptsAreThoseOfTheGuide(OtherClient client) throws IOException {
    assumeTrue(client.isInstalled(), client.title() + " is not installed");
    String row = rowOf(client);
    String[] cells = row.split("\\|");
    for (Fault fault : Fault.values()) {
      String documented = cells[FIRST_FAULT + fault.ordinal()].strip();
      int attempts = attempts(client, fault);
      if (documented.startsWith(UP_TO)) {
        assertThat(attempts)
            .as("%s, %s", client.title(), fault)
            .isBetween(1, Integer.parseInt(documented.substring(UP_TO.length())));
      } else {
        assertThat(attempts)
            .as("%s, %s", client.title(), fault)
            .isEqualTo(Integer.parseInt(documented));
      }
    }
  }

  private static String rowOf(OtherClient client) throws IOException {
    return Files.readAllLines(PAGE).stream()
        .filter(line -> line.startsWith("| " + client.title() + " |"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("the guide has no row for " + client.title()));
  }

  /** Every attempt fails, so a client fails too, in its own way. */
  private static int attempts(OtherClient client, Fault fault) {
    try (AttemptServer server = new AttemptServer(fault)) {
      try {
        client.post(server.uri());
      } catch (Exception expected) {
        // Each client has its own exceptions, or none for a status.
      }
      return server.attempts();
    }
  }
}
