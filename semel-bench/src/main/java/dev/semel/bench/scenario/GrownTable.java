package dev.semel.bench.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Round;
import dev.semel.bench.measure.Variant;
import dev.semel.bench.measure.Work;
import dev.semel.bench.report.Rates;
import dev.semel.bench.report.Report;
import dev.semel.bench.report.Target;
import dev.semel.bench.work.Pools;
import dev.semel.bench.work.RecordFiller;
import dev.semel.bench.work.RecordTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Whether claims and commands get slower as the record table grows. */
public final class GrownTable implements Scenario {
  private static final String WORK = "one insert, records in the table";
  private static final Target TARGET = Target.atMost(1.20);
  private static final int CONNECTIONS = 8;

  @Override
  public String name() {
    return "size";
  }

  @Override
  public void run(Stage stage) {
    List<String> schemas = fill(stage);
    try (HikariDataSource pool = Pools.of(stage.database().dataSource(), CONNECTIONS)) {
      List<RecordTable> tables = tables(stage, pool, schemas);
      stage.settleDown();
      Comparison claims =
          stage.interleaved().compare("claim", 1, variants(tables, RecordTable::claim));
      Comparison commands =
          stage
              .interleaved()
              .compare("commands", CONNECTIONS, variants(tables, RecordTable::command));
      report(stage.report(), tables, claims, commands);
    }
  }

  private static List<String> fill(Stage stage) {
    RecordFiller filler = new RecordFiller(stage.database(), stage.progress());
    List<String> schemas = new ArrayList<>();
    schemas.add(filler.fill(0));
    stage.records().forEach(records -> schemas.add(filler.fill(records)));
    return schemas;
  }

  private static List<RecordTable> tables(
      Stage stage, HikariDataSource pool, List<String> schemas) {
    List<RecordTable> tables = new ArrayList<>();
    tables.add(RecordTable.on(pool, schemas.get(0), 0));
    for (int i = 0; i < stage.records().size(); i++) {
      tables.add(RecordTable.on(pool, schemas.get(i + 1), stage.records().get(i)));
    }
    return tables;
  }

  private static List<Variant> variants(
      List<RecordTable> tables, Function<RecordTable, Work.Timed> work) {
    return tables.stream().map(table -> new Variant(name(table), work.apply(table))).toList();
  }

  private static String name(RecordTable table) {
    return table.records() == 0 ? "empty" : String.format(Locale.ROOT, "%,d", table.records());
  }

  private static void report(
      Report report, List<RecordTable> tables, Comparison claims, Comparison commands) {
    report.add(new Rates(WORK, CONNECTIONS, commands, Map.of(), null));
    ToDoubleFunction<Round> median = Round::medianMicros;
    ToDoubleFunction<Round> tail = Round::tailMicros;
    for (int i = 0; i < tables.size(); i++) {
      double ratio = claims.ratio(i, 0, median).median();
      report
          .sizes()
          .row(
              name(tables.get(i)),
              Report.whole(claims.figure(i, median).median()),
              Report.twoDigits(ratio),
              Report.whole(claims.figure(i, tail).median()),
              Report.twoDigits(claims.ratio(i, 0, tail).median()),
              Report.whole(commands.figure(i, median).median()),
              Report.whole(commands.figure(i, tail).median()),
              i == 0
                  ? ""
                  : report
                      .commandChart()
                      .judge(
                          "p50 of a claim on "
                              + name(tables.get(i))
                              + " records, to an empty table",
                          ratio,
                          TARGET));
    }
  }
}
