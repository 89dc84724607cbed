package dev.semel.bench;

import dev.semel.bench.measure.Progress;
import dev.semel.bench.report.Chart;
import dev.semel.bench.report.Machine;
import dev.semel.bench.report.Report;
import dev.semel.bench.report.ReportPage;
import dev.semel.bench.scenario.Broker;
import dev.semel.bench.scenario.Scenario;
import dev.semel.bench.scenario.Stage;
import dev.semel.bench.work.BusinessTables;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** One run: an own server, the scenarios one after the other, the report. */
final class BenchRun {
  private static final String DATABASE = "bench";

  private final BenchOptions options;
  private final List<Scenario> scenarios;
  private final List<String> words;
  private final PrintStream out;
  private final Progress progress;
  private final Report report = new Report();

  /** The scenario that runs, or that failed; empty if none does. */
  private String running = "";

  BenchRun(BenchOptions options, List<String> words, PrintStream out, Progress progress) {
    this(options, Scenarios.chosen(options.only()), words, out, progress);
  }

  /** With scenarios that need not be among those that options can name. */
  BenchRun(
      BenchOptions options,
      List<Scenario> scenarios,
      List<String> words,
      PrintStream out,
      Progress progress) {
    this.options = options;
    this.scenarios = List.copyOf(scenarios);
    this.words = words;
    this.out = out;
    this.progress = progress;
  }

  void run() {
    progress.say("starting PostgreSQL");
    try (OwnPostgresServer server = PostgresServer.start(settings())) {
      PostgresDatabase database = server.database(DATABASE);
      String header = header(database);
      BusinessTables.create(database);
      try {
        runScenarios(server, database);
      } finally {
        print(header);
      }
      writePage(header);
    }
  }

  /** As a small production server has it. Commits wait for the disk. */
  private PostgresSettings settings() {
    PostgresSettings settings =
        PostgresSettings.durable()
            .with("shared_buffers", "1GB")
            .with("max_wal_size", "8GB")
            .with("checkpoint_timeout", "15min")
            .with("maintenance_work_mem", "512MB");
    return options.data() == null ? settings : settings.keptIn(options.data());
  }

  private void runScenarios(OwnPostgresServer server, PostgresDatabase database) {
    try (Broker broker = new Broker()) {
      Stage stage =
          new Stage(
              server,
              database,
              options.plan(),
              options.connections(),
              options.records(),
              options.events(),
              broker,
              progress,
              report);
      for (Scenario scenario : scenarios) {
        running = scenario.name();
        scenario.run(stage);
      }
      running = "";
    }
  }

  private String header(PostgresDatabase database) {
    Object version = database.query("SHOW server_version").get(0).get("server_version");
    return String.format(
        Locale.ROOT,
        """
        %s %d rounds of %s s.

            ./semel bench %s
        """,
        Machine.heading(String.valueOf(version), Machine.commit()),
        options.rounds(),
        options.seconds(),
        String.join(" ", words));
  }

  /** Also what was measured before a scenario failed: it took its time. */
  private void print(String header) {
    String failed =
        running.isEmpty()
            ? ""
            : "\n**%s failed; what was measured before it:**\n".formatted(running);
    out.println(header + failed + report.commands() + report.events());
  }

  private void writePage(String header) {
    Path page = options.out();
    if (page != null) {
      String commands = draw(page, "commands", report.commandChart());
      write(ReportPage.in(page), header + commands, report.commands());
      String events = draw(page, "events", report.eventChart());
      write(ReportPage.eventsIn(page), header + events, report.events());
      progress.say("written to " + page);
    }
  }

  /** Draws beside the page, and returns the line that shows it there. */
  private static String draw(Path page, String part, Chart chart) {
    if (chart.isEmpty()) {
      return "";
    }
    String name = String.valueOf(page.getFileName()).replaceFirst("[.]md$", "");
    Path file = page.resolveSibling(name + "-" + part + ".svg");
    try {
      Files.writeString(file, chart.svg("Semel against its targets: " + part));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
    return "\n![%s against their targets](%s)\n".formatted(part, file.getFileName());
  }

  /** What was not measured stays as it is. */
  private static void write(ReportPage page, String header, String tables) {
    if (!tables.isEmpty()) {
      page.write(header + tables);
    }
  }
}
