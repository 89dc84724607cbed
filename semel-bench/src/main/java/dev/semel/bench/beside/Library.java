package dev.semel.bench.beside;

import dev.semel.bench.process.Child;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Who is given the task. */
public enum Library {
  SEMEL("semel", "Semel", "semel-core"),
  TRANSACTION_OUTBOX("transaction-outbox", "transaction-outbox", "transactionoutbox-core"),
  MODULITH("modulith", "Spring Modulith", "spring-modulith-events-core"),
  NAMASTACK("namastack", "Namastack outbox", "namastack-outbox-core"),
  EVENTUATE("eventuate", "Eventuate Tram", "eventuate-tram-consumer-jdbc"),
  SPRING_INTEGRATION("spring-integration", "Spring Integration", "spring-integration-jdbc"),
  CAMEL("camel", "Camel", "camel-sql"),
  DB_SCHEDULER("db-scheduler", "db-scheduler", "db-scheduler"),
  JOBRUNR("jobrunr", "JobRunr", "jobrunr"),
  DBOS("dbos", "DBOS Transact", "transact"),
  IDEMPOTENT("idempotent", "arun0009 idempotent", "idempotent-core"),
  JDEMPOTENT("jdempotent", "Jdempotent", "Jdempotent-core"),
  POWERTOOLS("powertools", "Powertools", "powertools-idempotency");

  private final String word;
  private final String title;
  private final String jar;

  Library(String word, String title, String jar) {
    this.word = word;
    this.title = title;
    this.jar = jar;
  }

  /** All names, as {@code --only} takes them. */
  public static List<String> words() {
    return Stream.of(values()).map(Library::word).toList();
  }

  /** As {@code --only} names it. */
  public String word() {
    return word;
  }

  /** As tables name it. */
  public String title() {
    return title;
  }

  /** Of the jar that its process runs with. */
  public String version() {
    Path folder = this == SEMEL ? Child.librariesFolder() : Child.peersFolder();
    String prefix = jar + "-";
    try (Stream<Path> jars = Files.list(folder)) {
      return jars.map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.startsWith(prefix) && name.endsWith(".jar"))
          .map(name -> name.substring(prefix.length(), name.length() - ".jar".length()))
          .filter(version -> Character.isDigit(version.charAt(0)))
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the jars in " + folder, e);
    }
  }
}
