package dev.semel.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code ./semel schema} prints, without a database. */
class SchemaToolTest {

  private static String printed(String... words) {
    ToolRun run = ToolRun.of(words);
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    return run.out();
  }

  @Test
  void grantsAreThoseThatAreChecked() {
    assertThat(printed("grants", "--role", "casework_app", "--for", "commands, inbox").lines())
        .contains(
            "GRANT USAGE ON SCHEMA semel TO casework_app;",
            "GRANT EXECUTE ON FUNCTION semel.intent_fits TO casework_app;",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON semel.inbox TO casework_app;");
  }

  @Test
  void versionsAreListed() {
    assertThat(printed("versions").lines()).startsWith("1  V001__intents.sql");
  }

  @Test
  void exportDoesNotOverwriteFiles(@TempDir Path folder) throws Exception {
    List<String> export = List.of("export", "--to", folder.toString(), "--first", "7");
    assertThat(ToolRun.of(export).exit()).isZero();
    Path file = folder.resolve("V7__semel_001_intents.sql");
    Files.writeString(file, "mine");

    assertThat(ToolRun.of(export).err()).contains("cannot write " + file);
    assertThat(file).hasContent("mine");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "print --version 99",
        "print --version six",
        "print --role app",
        "print --version",
        "grants",
        "grants --role app --for everything",
        "export --to somewhere",
        "print --schema Semel;",
        "drop"
      })
  void wrongUseIsRefusedWithOneLine(String words) {
    ToolRun run = ToolRun.of(words.split(" "));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err().lines()).singleElement().asString().startsWith("semel schema: ");
  }

  @Test
  void liquibaseHasEveryMigration() throws Exception {
    try (var changeLog = SchemaTool.class.getResourceAsStream("liquibase.xml")) {
      String text = new String(changeLog.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(MigrationFiles.all())
          .allSatisfy(
              migration -> assertThat(text).contains("\"migration/" + migration.fileName() + "\""));
    }
  }
}
