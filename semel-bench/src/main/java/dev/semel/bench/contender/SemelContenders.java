package dev.semel.bench.contender;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.Codec;
import dev.semel.Duplicates;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Lease;
import dev.semel.LeaseAttempt;
import dev.semel.LeaseTerms;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.postgres.PostgresStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Semel's ways to do something once, with the settings most services keep. */
final class SemelContenders {
  private static final String TENANT = "acme";
  private static final Operation<String, String> PAY =
      Operation.named("pay").taking(Fingerprinter.text()).answering(Codec.text());
  private static final Operation<String, String> PAY_PATIENTLY =
      PAY.duplicates(Duplicates.waitUpTo(Duration.ofSeconds(5)));
  private static final LeaseTerms<String> TERMS =
      LeaseTerms.of(Duration.ofSeconds(3), Takeover.takeOver());
  private static final ConsumerSettings CONSUMER = ConsumerSettings.named("payments", TENANT);

  private final Desk desk;
  private final PostgresStore store;
  private final Semel semel;

  SemelContenders(Desk desk) {
    this.desk = desk;
    this.store = PostgresStore.on(desk.pool());
    this.semel = Semel.on(store);
  }

  /** In a transaction of its own. */
  Contender command() {
    return call -> told(semel.once(intent(call), effect -> desk.work(effect.connection(), call)));
  }

  /** The same, with duplicates that wait for the answer. */
  Contender waiting() {
    return call ->
        told(
            semel.once(
                PAY_PATIENTLY.intent(TENANT, call.key(), call.payload()),
                effect -> desk.work(effect.connection(), call)));
  }

  /** In the transaction of the caller, who has written a row of his own before. */
  Contender joined() {
    return call -> {
      try (Connection connection = desk.pool().getConnection()) {
        connection.setAutoCommit(false);
        desk.note(connection, call);
        Outcome<String> outcome =
            semel
                .within(connection)
                .once(intent(call), effect -> desk.work(effect.connection(), call));
        connection.commit();
        return told(outcome);
      }
    };
  }

  /** With the work outside, and its last step in the transaction that ends the lease. */
  Contender lease() {
    return call -> {
      LeaseAttempt<String> attempt = semel.lease(intent(call), TERMS);
      if (attempt instanceof LeaseAttempt.Answered<String> answered) {
        return told(answered.outcome());
      }
      Lease<String> lease = ((LeaseAttempt.Granted<String>) attempt).lease();
      desk.waitAtGate(call);
      return told(lease.complete(effect -> desk.pay(effect.connection(), call)));
    };
  }

  /** A message. */
  Contender inbox() {
    Inbox inbox = Inbox.on(store.inbox());
    return call -> {
      Message message = Message.of("/payments", call.key(), call.payload().getBytes(UTF_8));
      Consumed consumed =
          inbox.consume(
              CONSUMER, message, (same, effect) -> noteAndWork(effect.connection(), call));
      return consumed.getClass().getSimpleName();
    };
  }

  private void noteAndWork(Connection connection, Call call) throws SQLException {
    desk.note(connection, call);
    desk.work(connection, call);
  }

  private static Intent<String> intent(Call call) {
    return PAY.intent(TENANT, call.key(), call.payload());
  }

  private static String told(Outcome<String> outcome) {
    String kind = outcome.getClass().getSimpleName();
    return outcome instanceof Outcome.Executed<String>
            || outcome instanceof Outcome.Replayed<String>
        ? kind + ": " + outcome.orElseThrow()
        : kind;
  }
}
