package dev.semel.postgres;

import dev.semel.ConfigurationException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prints and exports the schema for people and other migration tools. It connects to no database,
 * and needs the jars of semel-postgres and semel-core only.
 */
public final class SchemaTool {
  private static final int EXIT_USAGE = 2;
  private static final String USAGE =
      """
      usage: ./semel schema <command> [options]

        versions  list the versions of the schema
        print     print the DDL as one transaction for psql
                    --version <n>   the version to reach (the newest)
                    --after <n>     the version that is already there (0: none)
        export    write Flyway migrations with version numbers of your application
                    --to <folder>   where to write them
                    --first <n>     your next version number
                    --version, --after as above
        grants    print the GRANT statements for a database role; run them again after an upgrade
                    --role <name>   the role
                    --for <list>    components: commands,inbox,relay,event_purge,webhooks,debezium (commands)

        --schema <name> is the schema of Semel's tables (semel)
      """;

  private final Map<String, String> options = new HashMap<>();
  private final PrintStream out;

  private SchemaTool(List<String> words, PrintStream out) {
    this.out = out;
    for (int i = 1; i < words.size(); i += 2) {
      String option = words.get(i);
      if (!option.startsWith("--") || i + 1 == words.size()) {
        throw new ConfigurationException(
            "option '%s' is not known or has no value".formatted(option));
      }
      options.put(option, words.get(i + 1));
    }
  }

  public static void main(String[] args) {
    int exit = run(List.of(args), stream(FileDescriptor.out), stream(FileDescriptor.err));
    if (exit != 0) {
      System.exit(exit);
    }
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }

  /** Runs a command and returns the exit status. */
  static int run(List<String> words, PrintStream out, PrintStream err) {
    if (words.isEmpty() || words.contains("--help")) {
      (words.isEmpty() ? err : out).print(USAGE);
      return words.isEmpty() ? EXIT_USAGE : 0;
    }
    try {
      new SchemaTool(words, out).run(words.get(0));
      return 0;
    } catch (ConfigurationException | UncheckedIOException e) {
      err.println("semel schema: " + e.getMessage());
      return EXIT_USAGE;
    }
  }

  private void run(String command) {
    switch (command) {
      case "versions" -> versions();
      case "print" -> out.print(scripts().transaction());
      case "export" -> export();
      case "grants" -> grants();
      default ->
          throw new ConfigurationException(
              "there is no command '%s'; ./semel schema --help lists them".formatted(command));
    }
    if (!options.isEmpty()) {
      throw new ConfigurationException(
          "%s does not take %s; ./semel schema --help lists the options"
              .formatted(command, options.keySet()));
    }
  }

  private void versions() {
    MigrationFiles.all()
        .forEach(migration -> out.println(migration.version() + "  " + migration.fileName()));
  }

  private MigrationScripts scripts() {
    return new MigrationScripts(
        schema(), number("--after", "0"), number("--version", "" + MigrationScripts.newest()));
  }

  private void export() {
    Path folder = Path.of(required("--to"));
    for (MigrationScripts.Script script : scripts().numbered(number("--first", null))) {
      Path file = folder.resolve(script.fileName());
      try {
        Files.createDirectories(folder);
        Files.writeString(file, script.sql(), StandardOpenOption.CREATE_NEW);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write " + file + "; does it exist already?", e);
      }
      out.println(file);
    }
  }

  private void grants() {
    List<PostgresComponent> components =
        Arrays.stream(taken("--for", "commands").split(",", -1))
            .map(SchemaTool::component)
            .toList();
    new PostgresRights(schema(), components).grants(required("--role")).forEach(out::println);
  }

  private static PostgresComponent component(String name) {
    return Arrays.stream(PostgresComponent.values())
        .filter(component -> component.name().equals(name.strip().toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "there is no component '%s'; use some of %s"
                        .formatted(name, List.of(PostgresComponent.values()))));
  }

  private String schema() {
    return MigrationScripts.checkedSchema(taken("--schema", PostgresSchema.DEFAULT_NAME));
  }

  private int number(String option, @Nullable String standard) {
    String text = standard == null ? required(option) : taken(option, standard);
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new ConfigurationException("%s %s is not a number".formatted(option, text), e);
    }
  }

  /** Takes the value of an option out; what is left in the end was not asked for. */
  private String taken(String option, String standard) {
    String value = options.remove(option);
    return value == null ? standard : value;
  }

  private String required(String option) {
    String value = options.remove(option);
    if (value == null) {
      throw new ConfigurationException("%s is missing".formatted(option));
    }
    return value;
  }
}
