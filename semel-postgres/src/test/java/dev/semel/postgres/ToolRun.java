package dev.semel.postgres;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a run of {@link SchemaTool} gave.
 *
 * @param exit the exit status
 */
public record ToolRun(int exit, String out, String err) {

  public static ToolRun of(List<String> words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = SchemaTool.run(words, stream(out), stream(err));
    return new ToolRun(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  public static ToolRun of(String... words) {
    return of(List.of(words));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
