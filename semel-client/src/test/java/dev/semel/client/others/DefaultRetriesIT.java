package dev.semel.client.others;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.client.others.AttemptServer.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What clients retry by default, as the guide tells in a table. */
@Tag("thorough")
class DefaultRetriesIT {
  private static final Path PAGE = Path.of("..", "docs", "guide", "behind-a-proxy.md");

  /** Where it depends on the moment at which the client notices. */
  private static final String NOT_FIXED = "1 or more";

  @ParameterizedTest
  @EnumSource
  void attemptsAreThoseOfTheGuide(OtherClient client) throws IOException {
    assumeTrue(client.isInstalled(), client.title() + " is not installed");
    List<String> documented = cellsOf(client);
    List<Fault> faults = List.of(Fault.values());
    assertThat(documented).hasSameSizeAs(faults);
    for (int i = 0; i < faults.size(); i++) {
      verify(client, faults.get(i), documented.get(i));
    }
  }

  private static void verify(OtherClient client, Fault fault, String documented) {
    int attempts = attempts(client, fault);
    if (documented.equals(NOT_FIXED)) {
      assertThat(attempts).as("%s, %s", client.title(), fault).isPositive();
    } else {
      assertThat(attempts)
          .as("%s, %s", client.title(), fault)
          .isEqualTo(Integer.parseInt(documented));
    }
  }

  private static List<String> cellsOf(OtherClient client) throws IOException {
    String start = "| " + client.title() + " |";
    String row =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith(start))
            .findFirst()
            .orElseThrow(() -> new AssertionError("the guide has no row for " + client.title()));
    return Pattern.compile("\\|")
        .splitAsStream(row.substring(start.length()))
        .map(String::strip)
        .toList();
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
