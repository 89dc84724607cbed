package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A table that a migration adds is one of Semel's own for the explorer too. */
class SemelTablesTest {
  private static final Path SCHEMA =
      Path.of("../semel-postgres/src/main/resources/dev/semel/postgres/schema.txt");
  private static final String TABLE = "table ";

  @Test
  void theExplorerKnowsAllTablesOfTheSchema() throws IOException {
    List<String> ofTheSchema =
        Files.readAllLines(SCHEMA).stream()
            .filter(line -> line.startsWith(TABLE))
            .map(line -> line.substring(TABLE.length()))
            .toList();

    assertThat(ofTheSchema).contains("intent", "outbox").doesNotContain("migration");
    assertThat(Table.OF_SEMEL)
        .contains("migration") // Which no migration makes.
        .containsAll(ofTheSchema)
        .hasSize(ofTheSchema.size() + 1);
  }
}
