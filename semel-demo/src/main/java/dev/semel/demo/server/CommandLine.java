package dev.semel.demo.server;

import dev.semel.demo.database.ExternalDatabase;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads options and refuses what makes no sense, before anything is started. */
final class CommandLine {
  private static final int MAX_PORT = 65_535;
  private static final String URL_PREFIX = "jdbc:postgresql:";

  private final Deque<String> words;
  private int port = DemoOptions.DEFAULT_PORT;
  private @Nullable Path data;
  private @Nullable String url;
  private @Nullable String user;
  private @Nullable String password;

  private CommandLine(List<String> words) {
    this.words = new ArrayDeque<>(words);
  }

  /**
   * The options in the words of a command line.
   *
   * @throws UsageException that says which word is wrong and what would be right
   */
  static DemoOptions read(List<String> words) {
    return new CommandLine(words).read();
  }

  private DemoOptions read() {
    while (!words.isEmpty()) {
      next();
    }
    return new DemoOptions(port, data, external());
  }

  private void next() {
    String option = words.remove();
    switch (option) {
      case "--port" -> port = port(value(option));
      case "--data" -> data = folder(value(option));
      case "--url" -> url = url(value(option));
      case "--user" -> user = value(option);
      case "--password" -> password = value(option);
      default -> throw new UsageException("there is no option " + option);
    }
  }

  private @Nullable ExternalDatabase external() {
    if (url != null) {
      return new ExternalDatabase(url, user, password);
    }
    if (user != null || password != null) {
      throw new UsageException("--user and --password go with --url");
    }
    return null;
  }

  private String value(String option) {
    String value = words.poll();
    if (value == null || value.isEmpty() || value.startsWith("--")) {
      throw new UsageException(option + " needs a value");
    }
    return value;
  }

  private static int port(String word) {
    try {
      int number = Integer.parseInt(word);
      if (number >= 0 && number <= MAX_PORT) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below: what is no number is out of range too.
    }
    throw new UsageException(
        "--port is %s; give a number from 1 to %d, or 0 for any free one"
            .formatted(word, MAX_PORT));
  }

  private static Path folder(String word) {
    try {
      return Path.of(word);
    } catch (InvalidPathException e) {
      throw new UsageException("--data is " + word + ", which is no path");
    }
  }

  private static String url(String word) {
    if (!word.startsWith(URL_PREFIX)) {
      throw new UsageException(
          "--url must look like jdbc:postgresql://localhost:5432/casework; other databases will not do");
    }
    return word;
  }
}
