package dev.semel.bench;

import dev.semel.bench.beside.Library;
import dev.semel.bench.beside.PeersRun;
import dev.semel.bench.measure.Progress;
import dev.semel.bench.report.Machine;
import dev.semel.bench.report.ReportPage;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives the same task to Semel and other libraries, on a server of its own, and reports.
 *
 * @param words the command line, as the report repeats it
 * @param only the libraries that take part; empty means all
 * @param page where the report is written; null prints it only
 */
record PeersCommand(List<String> words, List<String> only, @Nullable ReportPage page) {
  static final String WORD = "--peers";

  /**
   * The command in the words of a command line.
   *
   * @throws UsageException that says which word is wrong and what would be right
   */
  static PeersCommand read(List<String> words) {
    Deque<String> left = new ArrayDeque<>(words);
    left.remove(WORD);
    List<String> only = List.of();
    ReportPage page = null;
    while (!left.isEmpty()) {
      String option = left.remove();
      switch (option) {
        case "--only" -> only = libraries(value(option, left));
        case "--out" -> page = page(option, value(option, left));
        default -> throw new UsageException(WORD + " has no option " + option);
      }
    }
    if (page != null && !only.isEmpty() && !only.containsAll(Library.words())) {
      throw new UsageException(
          "--out would drop the lines of all others from the page; leave out --only, or leave out --out");
    }
    return new PeersCommand(words, only, page);
  }

  private static String value(String option, Deque<String> left) {
    String value = left.poll();
    if (value == null || value.isEmpty() || value.startsWith("--")) {
      throw new UsageException(option + " needs a value");
    }
    return value;
  }

  private static List<String> libraries(String list) {
    List<String> names = List.of(list.split(",", -1));
    for (String name : names) {
      if (!Library.words().contains(name)) {
        throw new UsageException(
            "--only is %s; there are %s".formatted(name, String.join(", ", Library.words())));
      }
    }
    return names;
  }

  private static ReportPage page(String option, String file) {
    try {
      return ReportPage.peersIn(Path.of(file));
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + ": " + e.getMessage());
    }
  }

  void run(PrintStream out, Progress progress) {
    progress.say("starting PostgreSQL");
    try (OwnPostgresServer server = PostgresServer.start(PostgresSettings.durable())) {
      String header = header(serverVersion(server), Machine.commit());
      PeersRun run = PeersRun.of(server, progress, only);
      String report = header + run.page();
      publish(report, out, run::requireWhole);
    }
  }

  /**
   * Prints a report in any case, and writes it to the page if it is whole.
   *
   * @param requireWhole throws if it is not
   */
  void publish(String report, PrintStream out, Runnable requireWhole) {
    out.println(report);
    requireWhole.run();
    if (page != null) {
      page.write(report);
    }
  }

  private static String serverVersion(OwnPostgresServer server) {
    return String.valueOf(
        server.database("postgres").query("SHOW server_version").get(0).get("server_version"));
  }

  /**
   * When, on what and of what it is told.
   *
   * @param commit empty if nobody knows
   */
  String header(String serverVersion, String commit) {
    return """
        %s

            ./semel bench %s
        """
        .formatted(Machine.heading(serverVersion, commit), String.join(" ", words));
  }
}
