package dev.semel.torture.role;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Lease;
import dev.semel.LeaseAttempt;
import dev.semel.LeaseTerms;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.torture.bank.Bank;
import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A lease held by hand: work outside the database, then one transaction under the fence. Nothing
 * but the fence keeps an owner that wakes up late from booking a second time.
 */
final class Settlements {
  private static final int MAX_WORK_MILLIS = 120;

  /** As short as leases may be, so that processes that are stopped for a moment lose them. */
  private static final LeaseTerms<String> TERMS =
      LeaseTerms.of(Duration.ofSeconds(1), Takeover.takeOver());

  private static final Operation<String, String> SETTLE =
      Operation.named(Op.SETTLEMENT.operation())
          .taking(Fingerprinter.text())
          .answering(Codec.text())
          .retainedFor(Op.SETTLEMENT.retention());

  private final Semel semel;
  private final Bank bank;

  Settlements(Semel semel, Bank bank) {
    this.semel = semel;
    this.bank = bank;
  }

  Outcome<String> settle(String tenant, String key, Payload payload) {
    LeaseAttempt<String> attempt = semel.lease(SETTLE.intent(tenant, key, payload.json()), TERMS);
    if (attempt instanceof LeaseAttempt.Answered<String> answered) {
      return answered.outcome();
    }
    Lease<String> lease = ((LeaseAttempt.Granted<String>) attempt).lease();
    work();
    return lease.complete(
        effect -> bank.book(effect, Op.SETTLEMENT, tenant, key, payload).answer());
  }

  /** Stands for a call to some other system. */
  private static void work() {
    int millis = ThreadLocalRandom.current().nextInt(MAX_WORK_MILLIS);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
