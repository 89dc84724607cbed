package dev.semel.postgres.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Answer;
import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Lease;
import dev.semel.LeaseAttempt;
import dev.semel.LeaseLostException;
import dev.semel.LeaseTerms;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RecoveryProbe.Finding;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.State;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the guide on leases. */
@ExtendWith(PostgresExtension.class)
class LeasesIT {
  /** A party outside the system. */
  private static final class Provider {
    private boolean charged;

    String charge(String amount) {
      charged = true;
      return "receipt for " + amount;
    }

    boolean hasCharged() {
      return charged;
    }
  }

  private static final class ProviderTimeout extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static final Operation<String, String> CHARGE_FEE =
      Operation.named("charge-fee").taking(Fingerprinter.text()).answering(Codec.text());

  // snippet: terms
  static final LeaseTerms<String> TERMS = LeaseTerms.of(Duration.ofMinutes(1), Takeover.block());

  // end snippet

  private final SettableClock clock = SettableClock.create();
  private final Provider provider = new Provider();
  private final PostgresDatabase database;
  private final Semel semel;

  LeasesIT(PostgresDatabase database) {
    this.database = database;
    this.semel =
        Semel.on(PostgresStore.builder(database.dataSource()).migrate().clock(clock).build());
  }

  private static Lease<String> granted(LeaseAttempt<String> attempt) {
    assertThat(attempt).isInstanceOf(LeaseAttempt.Granted.class);
    return ((LeaseAttempt.Granted<String>) attempt).lease();
  }

  private static Outcome<String> answered(LeaseAttempt<String> attempt) {
    assertThat(attempt).isInstanceOf(LeaseAttempt.Answered.class);
    return ((LeaseAttempt.Answered<String>) attempt).outcome();
  }

  // snippet: lease
  Outcome<String> chargeFee(String commandId, String amount) {
    LeaseAttempt<String> attempt = semel.lease(CHARGE_FEE.intent("acme", commandId, amount), TERMS);
    if (attempt instanceof LeaseAttempt.Answered<String> answered) {
      return answered.outcome(); // settled earlier, or somebody else is at work
    }
    Lease<String> lease = ((LeaseAttempt.Granted<String>) attempt).lease();
    try {
      String receipt = provider.charge(amount); // outside the database
      return lease.complete(
          effect -> {
            effect.audit("CHARGE_FEE", commandId, receipt);
            return receipt;
          });
    } catch (ProviderTimeout e) {
      return lease.unknown("the provider did not answer");
    }
  }

  // end snippet

  @Test
  void workOutsideTheDatabaseIsDoneOnce() {
    assertThat(chargeFee("fee-1", "10 EUR")).isInstanceOf(Outcome.Executed.class);
    assertThat(chargeFee("fee-1", "10 EUR"))
        .isEqualTo(new Outcome.Replayed<>(new Answer.Full<>("receipt for 10 EUR")));
    assertThat(chargeFee("fee-1", "99 EUR")).isEqualTo(new Outcome.Mismatch<>());
  }

  @Test
  void aHeartbeatKeepsTheLease() {
    Intent<String> intent = CHARGE_FEE.intent("acme", "heartbeat-1", "10 EUR");
    Lease<String> lease = granted(semel.lease(intent, TERMS));
    clock.advance(Duration.ofSeconds(50));
    // snippet: heartbeat
    lease.heartbeat(); // a minute from now
    // end snippet
    clock.advance(Duration.ofSeconds(50));
    assertThat(answered(semel.lease(intent, TERMS)))
        .isEqualTo(new Outcome.InProgress<>(Duration.ofSeconds(10)));
  }

  @Test
  void whoWasTakenOverChangesNothing() {
    LeaseTerms<String> repeatable = LeaseTerms.of(Duration.ofMinutes(1), Takeover.takeOver());
    Intent<String> intent = CHARGE_FEE.intent("acme", "late-1", "10 EUR");
    Lease<String> late = granted(semel.lease(intent, repeatable));
    clock.advance(Duration.ofMinutes(2));
    Lease<String> next = granted(semel.lease(intent, repeatable));
    assertThat(next.fence()).isGreaterThan(late.fence());
    assertThatThrownBy(() -> late.complete("late")).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(late::heartbeat).isInstanceOf(LeaseLostException.class);
    assertThat(next.complete("in time")).isEqualTo(new Outcome.Executed<>("in time"));
  }

  @Test
  void anExpiredLeaseNobodyTookIsStillItsOwners() {
    Lease<String> slow = granted(semel.lease(CHARGE_FEE.intent("acme", "slow-1", "1"), TERMS));
    clock.advance(Duration.ofMinutes(5));
    assertThat(slow.complete("slow")).isEqualTo(new Outcome.Executed<>("slow"));
  }

  // snippet: probe
  Finding<String> whatBecameOf(IntentRecord stale) {
    if (provider.hasCharged()) {
      return new Finding.AlreadySucceeded<>("receipt found", "the provider has the charge");
    }
    return new Finding.SafeToRetry<>("the provider knows of no charge");
  }

  // end snippet

  @Test
  void aProbeFindsOut() {
    LeaseTerms<String> asking =
        // snippet: probe
        LeaseTerms.of(Duration.ofMinutes(1), Takeover.ask(this::whatBecameOf))
        // end snippet
        ;
    Intent<String> intent = CHARGE_FEE.intent("acme", "probe-1", "10 EUR");
    granted(semel.lease(intent, asking));
    clock.advance(Duration.ofMinutes(2));
    Lease<String> again = granted(semel.lease(intent, asking));
    assertThat(again.fence()).isGreaterThan(1);

    provider.charge("10 EUR");
    clock.advance(Duration.ofMinutes(2));
    Outcome<String> outcome = answered(semel.lease(intent, asking));
    assertThat(outcome.orElseThrow()).isEqualTo("receipt found");
    assertThat(database.query(Snippets.sql("decisions"))).isNotEmpty();
  }

  @Test
  void anOperatorDecides() {
    Intent<String> intent = CHARGE_FEE.intent("acme", "operator-1", "10 EUR");
    granted(semel.lease(intent, TERMS));
    clock.advance(Duration.ofMinutes(2));
    assertThat(answered(semel.lease(intent, TERMS))).isInstanceOf(Outcome.Unknown.class);

    List<IntentRecord> stale =
        // snippet: look-at-stale
        semel.records().staleLeases(100)
        // end snippet
        ;
    IntentRecord seen =
        stale.stream().filter(r -> r.intent().equals(intent.id())).findAny().orElseThrow();
    // snippet: decide
    boolean applied =
        semel
            .recoveries(CHARGE_FEE)
            .markSafeToRetry(seen, "the provider's report has no such charge", "ada");
    // end snippet
    assertThat(applied).isTrue();
    assertThat(semel.recoveries(CHARGE_FEE).markAbandoned(seen, "decided on an old sight", "bob"))
        .isFalse();
    assertThat(granted(semel.lease(intent, TERMS)).complete("charged").isDone()).isTrue();
  }

  @Test
  void theOtherWaysToEndALease() {
    Intent<String> released = CHARGE_FEE.intent("acme", "end-1", "1");
    granted(semel.lease(released, TERMS)).release("nothing was sent yet");
    assertThat(granted(semel.lease(released, TERMS)).fence()).isEqualTo(2);

    Intent<String> failed = CHARGE_FEE.intent("acme", "end-2", "1");
    granted(semel.lease(failed, TERMS)).fail("CARD_REFUSED", "the card is blocked");
    assertThat(answered(semel.lease(failed, TERMS))).isInstanceOf(Outcome.Rejected.class);
    IntentRecord record = semel.records().find(failed.id());
    assertThat(Objects.requireNonNull(record).state()).isEqualTo(State.FAILED);

    Intent<String> unknown = CHARGE_FEE.intent("acme", "end-3", "1");
    granted(semel.lease(unknown, TERMS)).unknown("the provider did not answer");
    assertThat(answered(semel.lease(unknown, TERMS)))
        .isEqualTo(new Outcome.Unknown<>("the provider did not answer"));
  }
}
