package dev.semel.bench.report;

import dev.semel.bench.measure.Round;
import dev.semel.bench.measure.Spread;
import java.util.Locale;

/** Everything a run found out, as tables. For one thread. */
public final class Report {
  private final Table ratios =
      new Table(
          "work",
          "connections",
          "variant",
          "per second",
          "ratio",
          "lowest–highest",
          "to autocommit",
          "target");
  private final Table sizes =
      new Table(
          "records",
          "claim p50 µs",
          "of empty",
          "claim p99 µs",
          "of empty",
          "command p50 µs",
          "command p99 µs",
          "target");
  private final Table requests =
      new Table(
          "work",
          "connections",
          "variant",
          "p50 µs",
          "added µs",
          "p99 µs",
          "allocated KB",
          "added KB");
  private final Table published =
      new Table(
          "publishing an event",
          "p50 ms without",
          "p50 ms with",
          "added ms",
          "lowest–highest",
          "target");
  private final Table relayed =
      new Table(
          "outbox", "events", "per second", "lowest–highest", "to the fastest peer", "target");
  private final Table delivered =
      new Table("system", "outbox", "p50 ms", "p99 ms", "p50, as a ratio", "target");
  private final Table eventRatios =
      new Table(
          "work", "connections", "variant", "per second", "ratio", "lowest–highest", "target");
  private final Table eventCounts =
      new Table("work", "variant", "statements", "round trips", "WAL bytes", "after a checkpoint");
  private final Table eventFacts = new Table("fact", "measured");
  private final Table facts = new Table("fact", "measured", "target");
  private final Table counts =
      new Table("work", "variant", "statements", "round trips", "WAL bytes", "after a checkpoint");

  private final Chart commandChart = new Chart();
  private final Chart eventChart = new Chart();

  /** What commands were measured at, against their targets. */
  public Chart commandChart() {
    return commandChart;
  }

  /** What events were measured at, against their targets. */
  public Chart eventChart() {
    return eventChart;
  }

  /** Latencies by the size of the table. */
  public Table sizes() {
    return sizes;
  }

  /** Latency and allocation of requests over HTTP. */
  public Table requests() {
    return requests;
  }

  /** What an event adds to a transaction. */
  public Table published() {
    return published;
  }

  /** How fast events that wait are delivered. */
  public Table relayed() {
    return relayed;
  }

  /** How long it takes from a commit until the event is delivered. */
  public Table delivered() {
    return delivered;
  }

  /** What publishing needs, whatever the machine. */
  public Table eventCounts() {
    return eventCounts;
  }

  /** Adds a line for each variant of work with events. */
  public void addToEvents(Rates rates) {
    rates.drawOn(eventChart);
    for (int variant = 0; variant < rates.comparison().variants().size(); variant++) {
      Spread ratio = rates.ratio(variant);
      eventRatios.row(
          rates.work(),
          Integer.toString(rates.connections()),
          rates.comparison().variants().get(variant),
          whole(rates.comparison().figure(variant, Round::perSecond).median()),
          twoDigits(ratio.median()),
          twoDigits(ratio.min()) + "–" + twoDigits(ratio.max()),
          rates.judge(variant));
    }
  }

  /** A number about events that is shown without a target. */
  public void eventFigure(String fact, double measured) {
    eventFacts.row(fact, whole(measured));
  }

  /** A number that must be exactly what is expected. */
  public void fact(String fact, long measured, long expected) {
    String verdict = measured == expected ? "met" : "missed";
    facts.row(
        fact, Long.toString(measured), String.format(Locale.ROOT, "= %d: %s", expected, verdict));
  }

  /** A number that is shown without a target. */
  public void figure(String fact, double measured) {
    facts.row(fact, whole(measured), "");
  }

  /** What does not depend on the machine. */
  public Table counts() {
    return counts;
  }

  /** Adds a line for each variant. */
  public void add(Rates rates) {
    rates.drawOn(commandChart);
    for (int variant = 0; variant < rates.comparison().variants().size(); variant++) {
      addVariant(rates, variant);
    }
  }

  private void addVariant(Rates rates, int variant) {
    Spread ratio = rates.ratio(variant);
    ratios.row(
        rates.work(),
        Integer.toString(rates.connections()),
        rates.comparison().variants().get(variant),
        whole(rates.comparison().figure(variant, Round::perSecond).median()),
        twoDigits(ratio.median()),
        twoDigits(ratio.min()) + "–" + twoDigits(ratio.max()),
        rates.secondRatio(variant).map(second -> twoDigits(second.median())).orElse(""),
        rates.judge(variant));
  }

  public static String whole(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  /** A difference, with its sign. */
  public static String signed(double value) {
    return String.format(Locale.ROOT, "%+.0f", value);
  }

  public static String twoDigits(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** The tables about commands that have rows, as Markdown. */
  public String commands() {
    StringBuilder text = new StringBuilder();
    section(text, "Ratios", ratios);
    section(text, "Duplicate storm and purge", facts);
    section(text, "Size of the record table", sizes);
    section(text, "Requests over HTTP", requests);
    section(text, "Counts per command", counts);
    return text.toString();
  }

  /** The tables about events that have rows, as Markdown. */
  public String events() {
    StringBuilder text = new StringBuilder();
    section(text, "Publishing an event", published);
    section(text, "Counts per event", eventCounts);
    section(text, "Delivery of events that wait", relayed);
    section(text, "Memory", eventFacts);
    section(text, "From commit to delivery, 200 events per second", delivered);
    section(text, "History, writers, inbox", eventRatios);
    return text.toString();
  }

  private static void section(StringBuilder text, String title, Table table) {
    if (!table.isEmpty()) {
      text.append("\n### ").append(title).append("\n\n").append(table);
    }
  }
}
