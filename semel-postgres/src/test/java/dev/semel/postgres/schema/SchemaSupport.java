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
import dev.semel.inbox.Aggregate;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.InboxRecords;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.MessageId;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.PayloadHash;
import dev.semel.inbox.ReplayRequest;
import dev.semel.inbox.VersionGuard;
import dev.semel.inbox.WorkSettings;
import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.IntentRecord;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Databases without and with Semel's tables, and calls that execute every statement. */
public final class SchemaSupport {
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
  public static void useEverything(Semel semel) {
    useCommands(semel);
    useLeases(semel);
    semel.records().staleLeases(10);
    semel.records().unknown(10);
    semel.records().mostAttempted(10);
    assertThat(semel.records().counts(Duration.ofHours(1))).isNotEmpty();
    assertThat(semel.records().backlog()).isNotNull();
    assertThat(semel.purge(PurgeSettings.standard())).isZero();
  }

  /** Uses every statement of the inbox. */
  public static void useInbox(PostgresStore store) {
    Inbox inbox = Inbox.on(store.inbox());
    String name = "consumer-" + UUID.randomUUID();
    ConsumerSettings consumer =
        ConsumerSettings.named(name, "acme")
            .inOrder(VersionGuard.parking())
            .working(WorkSettings.standard().attempts(1));
    MessageHandler handler =
        (message, effect) -> {
          effect.audit("READ", "thing", null);
          effect.publish(Event.of("thing", "1", "Read", "{}"));
          if ("poison".equals(message.type())) {
            throw new IllegalStateException("it fails");
          }
        };
    Aggregate thing = new Aggregate(consumer.tenant(), "thing", "t");
    Message second = Message.of("things", "2", null).about("thing", "t", 2L);
    Message first = Message.of("things", "1", null).about("thing", "t", 1L);
    inbox.consume(consumer, second, handler);
    inbox.store(consumer, List.of(first, Message.of("things", "3", null).type("poison")));
    workOff(inbox, consumer, handler);
    inbox.store(consumer, List.of(first.hash(PayloadHash.of(new byte[] {1}))));
    InboxRecords records = inbox.records();
    assertThat(records.versionOf(name, thing)).isEqualTo(2);
    assertThat(records.counts(name)).isEqualTo(Map.of(MessageState.DEAD, 1L));
    assertThat(records.violations(name, 10)).hasSize(1);
    assertThat(records.list(name, MessageState.APPLIED, 10)).hasSize(2);
    assertThat(records.skipTo(name, thing, 9)).isTrue();
    assertThat(records.redriveAll(name, 10)).isEqualTo(1);
    workOff(inbox, consumer, handler);
    MessageId dead = new MessageId("things", "3");
    assertThat(records.dismiss(consumer, dead, "looked into")).isTrue();
    assertThat(records.replay(ReplayRequest.of(name, name + " again"), 10)).isEqualTo(3);
    assertThat(inbox.purge(PurgeSettings.standard())).isZero();
  }

  private static void workOff(Inbox inbox, ConsumerSettings consumer, MessageHandler handler) {
    boolean idle = false;
    while (!idle) {
      idle = inbox.workOff(consumer, handler).isIdle();
    }
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
