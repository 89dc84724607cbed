package dev.semel.postgres.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the server is asked to do for a command, and what that leaves in the table. */
class StatementsIT {
  private static final int COMMANDS = 100;

  private static OwnPostgresServer server;

  private ProtocolSupport support;
  private Semel semel;

  @BeforeAll
  static void start() {
    server =
        PostgresServer.start(
            PostgresSettings.fast().with("shared_preload_libraries", "pg_stat_statements"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void makeTables() {
    support = new ProtocolSupport(server.newDatabase("statements"));
    support.database.execute("CREATE EXTENSION pg_stat_statements");
    semel = support.node();
    support.database.execute("SELECT pg_stat_statements_reset()");
  }

  @Test
  void aCommandIsItsOwnStatementsAndOneOfOursForEachThingToKeep() {
    runCommands();

    assertThat(statements())
        .containsOnly(
            Map.entry("begin", (long) COMMANDS),
            Map.entry("select transaction_timestamp(),", (long) COMMANDS),
            Map.entry("insert into counted", (long) COMMANDS),
            Map.entry("insert into \"semel\".audit", (long) COMMANDS),
            Map.entry("insert into \"semel\".outbox", (long) COMMANDS),
            Map.entry("insert into \"semel\".intent", (long) COMMANDS),
            Map.entry("commit", (long) COMMANDS));
  }

  /** The beginnings of all statements but those of the driver's login and of this test. */
  private Map<String, Long> statements() {
    Map<String, Long> calls = new TreeMap<>();
    support
        .database
        .query(
            """
            SELECT lower(query) AS query, calls FROM pg_stat_statements
            WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
              AND query NOT LIKE 'SET %' AND query NOT LIKE 'DISCARD %'
              AND query NOT LIKE '%pg_stat_statements%'
            """)
        .forEach(
            row ->
                calls.merge(
                    beginning(Objects.requireNonNull(row.get("query"))),
                    (Long) row.get("calls"),
                    Long::sum));
    return calls;
  }

  private static String beginning(Object query) {
    String[] words = query.toString().strip().toLowerCase(Locale.ROOT).split("\\s+");
    int length = words[0].equals("insert") ? 3 : 2;
    return String.join(" ", Arrays.copyOf(words, Math.min(words.length, length)));
  }

  @Test
  void aRecordIsInsertedOnceAndNeverTouchedAgain() {
    runCommands();
    ProtocolSupport.await("the statistics are there", () -> statistic("n_tup_ins") == COMMANDS);

    assertThat(statistic("n_tup_upd")).as("updates").isZero();
    assertThat(statistic("n_tup_del")).as("deletes").isZero();
    assertThat(statistic("n_dead_tup")).as("dead tuples").isZero();
  }

  private long statistic(String column) {
    return support.database.queryLong(
        "SELECT %s FROM pg_stat_user_tables WHERE schemaname = 'semel' AND relname = 'intent'"
            .formatted(column));
  }

  private void runCommands() {
    for (int i = 0; i < COMMANDS; i++) {
      semel.once(
          ProtocolSupport.intent(ProtocolSupport.newKey()),
          effect -> {
            effect.audit("COUNT", "thing", null);
            effect.publish(Event.of("thing", "1", "Counted", "{}"));
            return ProtocolSupport.count(effect);
          });
    }
  }
}
