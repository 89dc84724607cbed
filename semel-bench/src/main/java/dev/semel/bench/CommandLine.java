package dev.semel.bench;

import dev.semel.bench.report.ReportPage;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Reads options and refuses what makes no sense, before anything is started. */
final class CommandLine {
  private static final int MAX_ROUNDS = 1_000;
  private static final double MIN_SECONDS = 0.1;
  private static final double MAX_SECONDS = 600;
  private static final int MAX_CONNECTIONS = 250;
  private static final int MAX_RECORDS = 200_000_000;
  private static final int MAX_EVENTS = 100_000_000;

  private final List<String> scenarios;
  private final Deque<String> words;

  private CommandLine(List<String> scenarios, List<String> words) {
    this.scenarios = scenarios;
    this.words = new ArrayDeque<>(words);
  }

  /**
   * The options in the words of a command line.
   *
   * @param scenarios the names that {@code --only} may give
   * @throws UsageException that says which word is wrong and what would be right
   */
  static BenchOptions read(List<String> scenarios, List<String> words) {
    return new CommandLine(scenarios, words).read();
  }

  private BenchOptions read() {
    // Wherever it stands, what is told explicitly has precedence.
    boolean isQuick = words.remove("--quick");
    BenchOptions options = isQuick ? BenchOptions.standard().quick() : BenchOptions.standard();
    while (!words.isEmpty()) {
      options = withNext(options);
    }
    if (options.out() != null) {
      refusePoorPage(isQuick, options.events().withPeers());
      refusePartOfPage(options.only());
    }
    return options;
  }

  /** Readers of a page take its numbers for what they seem to be. */
  private static void refusePoorPage(boolean isQuick, boolean withPeers) {
    if (isQuick) {
      throw new UsageException("--quick measures too briefly for --out; leave out one of them");
    }
    if (!withPeers) {
      throw new UsageException(
          "--out would drop the lines of other libraries from the page; leave out --without-peers or --out");
    }
  }

  /** What is written replaces all that stood there, so it has to be all that belongs there. */
  private static void refusePartOfPage(List<String> only) {
    List<String> missing = Scenarios.missingBeside(only);
    if (!missing.isEmpty()) {
      throw new UsageException(
          "--out would drop the lines of %s from the page; leave out --only, name those too, or leave out --out"
              .formatted(String.join(", ", missing)));
    }
  }

  private BenchOptions withNext(BenchOptions options) {
    String option = words.remove();
    return switch (option) {
      case "--rounds" -> options.withRounds(wholeNumber(option, value(option), 1, MAX_ROUNDS));
      case "--seconds" -> options.withSeconds(seconds(option));
      case "--connections" -> options.withConnections(numbers(option, MAX_CONNECTIONS));
      case "--records" -> options.withRecords(numbers(option, MAX_RECORDS));
      case "--events" -> options.withEvents(options.events().events(events(option)));
      case "--waiting" -> options.withEvents(options.events().waiting(events(option)));
      case "--history" -> options.withEvents(options.events().history(events(option)));
      case "--without-peers" -> options.withEvents(options.events().withoutPeers());
      case "--only" -> options.withOnly(scenarios(option));
      case "--out" -> options.withOut(page(option));
      case "--data" -> options.withData(folder(option));
      default -> throw new UsageException("there is no option " + option);
    };
  }

  private int events(String option) {
    return wholeNumber(option, value(option), 1, MAX_EVENTS);
  }

  private String value(String option) {
    String value = words.poll();
    if (value == null || value.isEmpty() || value.startsWith("--")) {
      throw new UsageException(option + " needs a value");
    }
    return value;
  }

  private static int wholeNumber(String option, String word, int min, int max) {
    try {
      int number = Integer.parseInt(word);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below: what is no number is out of range too.
    }
    throw new UsageException(
        String.format(
            Locale.ROOT, "%s is %s; give a whole number from %d to %d", option, word, min, max));
  }

  private double seconds(String option) {
    String word = value(option);
    try {
      double number = Double.parseDouble(word);
      if (number >= MIN_SECONDS && number <= MAX_SECONDS) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below: what is no number is out of range too.
    }
    throw new UsageException(
        "%s is %s; give a number from %s to %s".formatted(option, word, MIN_SECONDS, MAX_SECONDS));
  }

  private List<Integer> numbers(String option, int max) {
    return Stream.of(value(option).split(",", -1))
        .map(word -> wholeNumber(option, word, 1, max))
        .distinct()
        .sorted()
        .toList();
  }

  private List<String> scenarios(String option) {
    List<String> names = List.of(value(option).split(",", -1));
    for (String name : names) {
      if (!scenarios.contains(name)) {
        throw new UsageException(
            "%s is %s; there are %s".formatted(option, name, String.join(", ", scenarios)));
      }
    }
    return names;
  }

  private Path page(String option) {
    Path path = path(option);
    try {
      ReportPage.in(path);
      ReportPage.eventsIn(path);
      return path;
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + ": " + e.getMessage());
    }
  }

  private Path folder(String option) {
    Path path = path(option);
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new UsageException(option + " is " + path + ", which is no folder");
    }
    return path;
  }

  private Path path(String option) {
    String word = value(option);
    try {
      return Path.of(word);
    } catch (InvalidPathException e) {
      throw new UsageException(option + " is " + word + ", which is no path");
    }
  }
}
