package dev.semel.demo.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.demo.database.ExternalDatabase;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {
  @Test
  void nothingIsNeeded() {
    assertThat(read()).isEqualTo(new DemoOptions(8080, null, null));
  }

  @Test
  void everythingCanBeTold() {
    assertThat(read("--port", "0", "--data", "kept"))
        .isEqualTo(new DemoOptions(0, Path.of("kept"), null));
    assertThat(read("--url", "jdbc:postgresql://db/x", "--user", "ada", "--password", "secret"))
        .isEqualTo(
            new DemoOptions(
                8080, null, new ExternalDatabase("jdbc:postgresql://db/x", "ada", "secret")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --port                                            | --port needs a value
          --port http                                       | --port is http; give a number from 1 to 65535
          --port 70000                                      | --port is 70000; give a number from 1 to 65535
          --data --port                                     | --data needs a value
          --url jdbc:mysql://localhost/x                    | --url must look like jdbc:postgresql://
          --user ada                                        | --user and --password go with --url
          --data kept --url jdbc:postgresql://localhost/x   | --data is for the embedded database
          --fast                                            | there is no option --fast
          """)
  void nonsenseIsRefused(String words, String message) {
    assertThatThrownBy(() -> read(words.split(" ")))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void aPasswordIsNotShown() {
    DemoOptions options =
        read("--url", "jdbc:postgresql://db/x?password=hidden", "--password", "secret");

    assertThat(options.toString()).doesNotContain("secret").doesNotContain("hidden");
  }

  private static DemoOptions read(String... words) {
    return CommandLine.read(List.of(words));
  }
}
