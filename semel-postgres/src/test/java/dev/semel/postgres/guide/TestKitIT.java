package dev.semel.postgres.guide;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.Boundary;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.time.SettableClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the guide on testing. */
@ExtendWith(PostgresExtension.class)
class TestKitIT {
  private static final Operation<String, String> PAY =
      Operation.named("pay").taking(Fingerprinter.text()).answering(Codec.text());

  private final PostgresDatabase database;

  TestKitIT(PostgresDatabase database) {
    this.database = database;
    GuideTables.semel(database);
  }

  @Test
  void aClockIsSet() {
    // snippet: settable-clock
    SettableClock clock = SettableClock.create();
    Semel semel =
        Semel.on(PostgresStore.builder(database.dataSource()).migrate().clock(clock).build());

    semel.once(PAY.intent("acme", "clock-1", "10 EUR"), effect -> "first");
    clock.advance(Duration.ofDays(8)); // the default retention is seven
    assertThat(semel.once(PAY.intent("acme", "clock-1", "10 EUR"), effect -> "second"))
        .isExecuted()
        .hasResult("second");
    // end snippet
  }

  @Test
  void aRaceIsHeldOpen() {
    // snippet: checkpoint
    Checkpoints checkpoints = new Checkpoints();
    Semel semel =
        Semel.builder(PostgresStore.on(database.dataSource())).boundaries(checkpoints).build();
    Intent<String> intent = PAY.intent("acme", "race-1", "10 EUR");

    CompletableFuture<Outcome<String>> first;
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, "race-1")) {
      first = CompletableFuture.supplyAsync(() -> semel.once(intent, effect -> "paid"));
      held.awaitReached();
      assertThat(semel.once(intent, effect -> "paid again")).isInProgress();
    }
    assertThat(first.join()).isExecuted().hasResult("paid");
    // end snippet
  }

  @Test
  void aReplyIsLost() {
    // snippet: fault-proxy
    try (FaultProxy proxy = FaultProxy.to(database.host(), database.port())) {
      Semel semel = Semel.on(PostgresStore.on(database.dataSourceVia(proxy.host(), proxy.port())));
      proxy.onMessage("COMMIT").loseReply();

      Outcome<String> outcome =
          semel.once(PAY.intent("acme", "lost-1", "10 EUR"), effect -> "paid");

      proxy.awaitFired();
      assertThat(outcome).isExecuted().hasResult("paid");
    }
    // end snippet
    assertThat(database.queryLong("SELECT count(*) FROM semel.intent WHERE key = 'lost-1'"))
        .isEqualTo(1);
  }

  @Test
  void aServerIsCrashed() {
    // snippet: own-server
    try (OwnPostgresServer server = PostgresServer.durable()) {
      PostgresDatabase database = server.newDatabase("payments");
      Semel semel = Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
      semel.once(PAY.intent("acme", "crash-1", "10 EUR"), effect -> "paid");

      server.crash();
      server.restart();

      assertThat(semel.once(PAY.intent("acme", "crash-1", "10 EUR"), effect -> "paid again"))
          .isReplayed()
          .hasResult("paid");
    }
    // end snippet
  }

  @Test
  void anOutcomeIsAssertedInTheWordsOfTheDomain() {
    Semel semel = Semel.on(PostgresStore.on(database.dataSource()));
    Intent<String> intent = PAY.intent("acme", "assert-1", "10 EUR");
    Intent<String> other = PAY.intent("acme", "assert-1", "99 EUR");
    // snippet: assertions
    assertThat(semel.once(intent, effect -> "paid")).isExecuted().hasResult("paid");
    assertThat(semel.once(intent, effect -> "again")).isReplayed().hasResult("paid");
    assertThat(semel.once(other, effect -> "again")).isMismatch();
    // end snippet
  }
}
