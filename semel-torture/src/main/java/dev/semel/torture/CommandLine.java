package dev.semel.torture;

import dev.semel.torture.TortureOptions.Mode;
import dev.semel.torture.nemesis.FaultKind;
import dev.semel.torture.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads options and refuses what makes no sense, before anything is started. */
final class CommandLine {
  /** No kind of fault at all. */
  static final String NONE = "none";

  private static final Duration MIN_TIME = Duration.ofSeconds(1);

  /**
   * The checker has the whole history in memory, of which a busy hour is some hundred megabytes.
   */
  private static final Duration MAX_TIME = Duration.ofHours(4);

  private static final Duration MIN_PACE = Duration.ofMillis(200);
  private static final Duration MAX_PACE = Duration.ofMinutes(10);
  private static final int MIN_NODES = 2;
  private static final int MAX_NODES = 8;
  private static final int MAX_CLIENTS = 200;
  private static final int MAX_DIGITS = 9;
  private static final Pattern TIME = Pattern.compile("(\\d{1," + MAX_DIGITS + "})(ms|s|m|h)");

  private final Deque<String> words;

  private CommandLine(List<String> words) {
    this.words = new ArrayDeque<>(words);
  }

  /**
   * The options in the words of a command line.
   *
   * @param seed to use unless one is given
   * @throws UsageException that says which word is wrong and what would be right
   */
  static TortureOptions read(List<String> words, long seed) {
    CommandLine line = new CommandLine(words);
    TortureOptions options = TortureOptions.standard(seed);
    while (!line.words.isEmpty()) {
      options = line.withNext(options);
    }
    requireWritable(options.report());
    return options;
  }

  private TortureOptions withNext(TortureOptions options) {
    String option = words.remove();
    return switch (option) {
      case "--time" -> options.time(time(option, MIN_TIME, MAX_TIME));
      case "--seed" -> options.seed(seed(option));
      case "--nodes" -> options.nodes(number(option, MIN_NODES, MAX_NODES));
      case "--clients" -> options.clients(number(option, 1, MAX_CLIENTS));
      case "--pace" -> options.pace(time(option, MIN_PACE, MAX_PACE));
      case "--faults" -> options.faults(faults(option));
      case "--report" -> options.report(report(option));
      case "--failover" -> options.with(failover());
      case "--keep" -> options.with(Mode.KEEP);
      // Not told: only there to prove that the run finds what is wrong.
      case "--broken" -> options.with(Mode.BROKEN);
      default -> throw new UsageException("there is no option " + option);
    };
  }

  private static Mode failover() {
    if (!World.canFailOver()) {
      throw new UsageException(
          "--failover needs Patroni, etcd and PostgreSQL installed: apt-get install patroni etcd-server postgresql");
    }
    return Mode.FAILOVER;
  }

  private String value(String option) {
    String value = words.poll();
    if (value == null || value.isEmpty() || value.startsWith("--")) {
      throw new UsageException(option + " needs a value");
    }
    return value;
  }

  private Duration time(String option, Duration min, Duration max) {
    String word = value(option);
    Matcher matcher = TIME.matcher(word);
    if (matcher.matches()) {
      Duration time = duration(Long.parseLong(matcher.group(1)), matcher.group(2));
      if (time.compareTo(min) >= 0 && time.compareTo(max) <= 0) {
        return time;
      }
    }
    throw new UsageException(
        "%s is %s; give a time from %s, such as 30s, 5m or 1h"
            .formatted(option, word, limits(min, max)));
  }

  static String timeLimits() {
    return limits(MIN_TIME, MAX_TIME);
  }

  static String paceLimits() {
    return limits(MIN_PACE, MAX_PACE);
  }

  private static String limits(Duration min, Duration max) {
    return words(min) + " to " + words(max);
  }

  private static Duration duration(long number, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }

  private static String words(Duration time) {
    if (time.toHours() > 0) {
      return time.toHours() + "h";
    }
    if (time.toMinutes() > 0) {
      return time.toMinutes() + "m";
    }
    return time.toSeconds() > 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
  }

  private long seed(String option) {
    String word = value(option);
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw new UsageException("%s is %s; give a whole number".formatted(option, word));
    }
  }

  private int number(String option, int min, int max) {
    String word = value(option);
    try {
      int number = Integer.parseInt(word);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below: what is no number is out of range too.
    }
    throw new UsageException(
        "%s is %s; give a whole number from %d to %d".formatted(option, word, min, max));
  }

  private List<FaultKind> faults(String option) {
    List<FaultKind> kinds = new ArrayList<>();
    String value = value(option);
    if (value.equals(NONE)) {
      return kinds;
    }
    for (String word : value.split(",", -1)) {
      FaultKind kind = fault(option, word);
      if (!kinds.contains(kind)) {
        kinds.add(kind);
      }
    }
    return kinds;
  }

  private static FaultKind fault(String option, String word) {
    if (word.equals(NONE)) {
      throw new UsageException(option + " has none beside others; give either");
    }
    return Arrays.stream(FaultKind.values())
        .filter(kind -> kind.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "%s is %s; there are none, %s"
                        .formatted(
                            option,
                            word,
                            Arrays.stream(FaultKind.values())
                                .map(FaultKind::word)
                                .collect(Collectors.joining(", ")))));
  }

  private Path report(String option) {
    String word = value(option);
    try {
      return Path.of(word).toAbsolutePath();
    } catch (InvalidPathException e) {
      throw new UsageException(option + " is " + word + ", which is no path");
    }
  }

  /** Before the run: hours later would be too late. */
  private static void requireWritable(Path report) {
    Path folder = report.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new UsageException(
          "--report is %s, and there is no folder %s".formatted(report, folder));
    }
    if (Files.isDirectory(report)) {
      throw new UsageException("--report is %s, which is a folder".formatted(report));
    }
    boolean isNew = Files.notExists(report);
    try {
      // Rights alone do not tell: a file system may be full, or mounted to be read only.
      Files.newOutputStream(report, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
      if (isNew) {
        Files.deleteIfExists(report);
      }
    } catch (IOException e) {
      throw new UsageException(
          "--report is %s, which cannot be written: %s".formatted(report, e.getMessage()));
    }
  }
}
