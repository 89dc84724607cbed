package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Done;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Lease;
import dev.semel.LeaseAttempt;
import dev.semel.LeaseTerms;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.PurgeSettings;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.postgres.PostgresSchema;
import dev.semel.spi.IntentRecord;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Databases without and with Semel's tables, and a walk through everything that uses them. */
final class SchemaSupport {
  static final Operation<String, String> RENAME =
      Operation.named("rename").taking(Fingerprinter.text()).answering(Codec.text());
  static final Operation<String, Done> FORGET =
      Operation.named("forget").taking(Fingerprinter.text()).answeringNothing();

  private static final Duration LEASE = Duration.ofMinutes(1);

  private SchemaSupport() {}

  static PostgresDatabase emptyDatabase() {
    return PostgresServer.shared().newDatabase("schema");
  }

  static PostgresSchema schemaIn(PostgresDatabase database) {
    return PostgresSchema.named(database.dataSource(), PostgresSchema.DEFAULT_NAME);
  }

  static PostgresDatabase migratedDatabase() {
    PostgresDatabase database = emptyDatabase();
    schemaIn(database).migrate();
    return database;
  }

  /** The checked dump that is shipped in the jar. */
  static List<String> dump() {
    try (InputStream in = PostgresSchema.class.getResourceAsStream("schema.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Uses every statement that the store has, but for migrations. */
  static void useEverything(Semel semel) {
    useCommands(semel);
    useLeases(semel);
    semel.records().staleLeases(10);
    semel.records().unknown(10);
    semel.records().mostAttempted(10);
    assertThat(semel.records().counts(Duration.ofHours(1))).isNotEmpty();
    assertThat(semel.records().backlog()).isNotNull();
    assertThat(semel.purge(PurgeSettings.standard())).isZero();
  }

  private static void useCommands(Semel semel) {
    var intent = RENAME.intent("acme", UUID.randomUUID().toString(), "payload");
    Outcome<String> first =
        semel.once(
            intent,
            effect -> {
              effect.audit("RENAME", "thing", null);
              effect.publish(Event.of("thing", "1", "Renamed", "{}").keyed(effect.intent().key()));
              return "renamed";
            });
    assertThat(first).isEqualTo(new Outcome.Executed<>("renamed"));
    assertThat(semel.once(intent, effect -> "again").orElseThrow()).isEqualTo("renamed");
    var refused = RENAME.intent("acme", UUID.randomUUID().toString(), "payload");
    assertThat(
            semel.once(
                refused,
                effect -> {
                  throw effect.reject("NO", "because");
                }))
        .isInstanceOf(Outcome.Rejected.class);
  }

  private static void useLeases(Semel semel) {
    Lease<Done> completed = lease(semel, UUID.randomUUID().toString());
    completed.heartbeat();
    assertThat(completed.complete(Done.DONE)).isInstanceOf(Outcome.Executed.class);

    String again = UUID.randomUUID().toString();
    lease(semel, again).release("later");
    lease(semel, again).reject("NO", "because");

    Lease<Done> lost = lease(semel, UUID.randomUUID().toString());
    lost.unknown("the provider did not answer");
    IntentRecord unknown = Objects.requireNonNull(semel.records().find(lost.intent()));
    assertThat(semel.recoveries(FORGET).markSucceeded(unknown, "found it", "an operator")).isTrue();
  }

  private static Lease<Done> lease(Semel semel, String key) {
    LeaseAttempt<Done> attempt =
        semel.lease(
            FORGET.intent("acme", key, "payload"), LeaseTerms.of(LEASE, Takeover.takeOver()));
    return ((LeaseAttempt.Granted<Done>) attempt).lease();
  }
}
