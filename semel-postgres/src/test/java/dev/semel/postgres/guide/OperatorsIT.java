package dev.semel.postgres.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.IntentId;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.Records;
import dev.semel.spi.StateChange;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The snippets of the guide for operators. */
@ExtendWith(PostgresExtension.class)
class OperatorsIT {
  private static final Operation<String, String> OPEN_CASE =
      Operation.named("open-case").taking(Fingerprinter.text()).answering(Codec.text());

  private final PostgresDatabase database;
  private final Semel semel;

  OperatorsIT(PostgresDatabase database) {
    this.database = database;
    this.semel = GuideTables.semel(database);
  }

  @Test
  void recordsAreLookedUp() {
    semel.once(OPEN_CASE.intent("acme", "command-1", "noise"), effect -> "case 7");
    // snippet: records
    Records records = semel.records();
    IntentRecord record = records.find(IntentId.of("acme", "open-case", "command-1"));
    List<IntentRecord> stale = records.staleLeases(100);
    List<IntentRecord> unknown = records.unknown(100);
    List<IntentRecord> stubborn = records.mostAttempted(100);
    List<Records.StateCount> counts = records.counts(Duration.ofHours(1));
    Records.Backlog backlog = records.backlog();
    // end snippet
    assertThat(record).isNotNull();
    assertThat(stale).isEmpty();
    assertThat(unknown).isEmpty();
    assertThat(stubborn).isEmpty();
    assertThat(counts).isNotEmpty();
    assertThat(backlog.oldestStale()).isNull();
  }

  @Test
  void aListenerHearsOfEveryChange() {
    // snippet: listener
    LongAdder mismatches = new LongAdder();
    Semel semel =
        Semel.builder(PostgresStore.on(database.dataSource()))
            .node("case-service-3")
            .listener(
                change -> {
                  if (change instanceof StateChange.Mismatched) {
                    mismatches.increment();
                  }
                })
            .build();
    // end snippet
    semel.once(OPEN_CASE.intent("acme", "listener-1", "noise"), effect -> "case 8");
    semel.once(OPEN_CASE.intent("acme", "listener-1", "smell"), effect -> "case 9");
    assertThat(mismatches.sum()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"one-intent", "stale-leases", "unknown-outcomes", "history", "decisions", "size"})
  void whatIsPastedRuns(String name) {
    assertThat(database.query(Snippets.sql(name))).isNotNull();
  }

  @Test
  void anIntentIsFoundByTheDigestInTheLog() {
    IntentId plain = IntentId.of("acme", "open-case", "Schlüssel 1");
    semel.once(OPEN_CASE.intent("acme", plain.key(), "noise"), effect -> "case 10");
    assertFound(plain);
    var asked = OPEN_CASE.intent("acme", "asked-1", "noise").onBehalfOf("ada");
    semel.once(asked, effect -> "case 11");
    assertFound(asked.id());
  }

  private void assertFound(IntentId intent) {
    String sql = Snippets.sql("by-digest").replace("000000000000", intent.shortDigest());
    assertThat(database.query(sql)).singleElement().extracting("key").isEqualTo(intent.key());
  }
}
