package dev.semel.torture.load;

import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import dev.semel.torture.check.IntentName;
import dev.semel.torture.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A client: one command after the other, some of them twice at once, some under a key that is taken
 * or that another tenant uses as well. What stays unanswered is put aside for later.
 */
final class Client implements Runnable {
  private static final int PATIENT_ROUNDS = 3;
  private static final int MAX_PAUSE_MILLIS = 60;
  private static final int MAX_AMOUNT = 400;
  private static final int DEPOSIT = 5_000;
  private static final int COMMANDS_PER_REJECTION = 25;

  /** More than all deposits of a run together. */
  static final long MORE_THAN_THERE_IS = 1_000_000_000_000L;

  private final String name;
  private final SplittableRandom random;
  private final Teller teller;
  private final Teller twin;
  private final Desk desk;
  private final Executor twins;
  private long number;

  /**
   * @param twin sends what is sent twice at once, on the executor's threads
   */
  Client(String name, long seed, Teller teller, Teller twin, Desk desk, Executor twins) {
    this.name = name;
    this.random = new SplittableRandom(seed);
    this.teller = teller;
    this.twin = twin;
    this.desk = desk;
    this.twins = twins;
  }

  @Override
  public void run() {
    while (desk.isOpen()) {
      next();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(MAX_PAUSE_MILLIS)));
    }
  }

  private void next() {
    Pursuit aside = random.nextInt(4) == 0 ? desk.takeAside() : null;
    if (aside != null) {
      pursue(teller, aside);
      return;
    }
    int style = random.nextInt(100);
    if (style < 60) {
      pursue(teller, pursuit(anyOp(), anyTenant(), key()));
    } else if (style < 75) {
      twice();
    } else if (style < 85) {
      reuse();
    } else if (style < 92) {
      clash();
    } else {
      sameKeyForAll();
    }
  }

  /** The same intent from two threads, at two nodes. */
  private void twice() {
    Pursuit first = pursuit(anyOp(), anyTenant(), key());
    Pursuit second = desk.atNextNode(first, first.payload());
    together(first, second);
  }

  /** A key that was used, with another payload: must be refused. */
  private void reuse() {
    Pursuit first = pursuit(opKeptForLong(), anyTenant(), key());
    pursue(teller, first);
    if (first.isAnswered()) {
      Payload other = first.payload().amount(first.payload().amount() + 1);
      pursue(teller, desk.atNextNode(first, other));
    }
  }

  /** Two payloads under one key at once: one of them runs. */
  private void clash() {
    Pursuit first = pursuit(opKeptForLong(), anyTenant(), key());
    together(first, desk.atNextNode(first, first.payload().amount(first.payload().amount() + 1)));
  }

  /** One key, used by every tenant for something of its own. */
  private void sameKeyForAll() {
    Op op = anyOp();
    String key = key();
    List<Pursuit> all = new ArrayList<>();
    for (String tenant : World.TENANTS) {
      all.add(pursuit(op, tenant, key));
    }
    together(all.get(0), all.get(1));
    pursue(teller, all.get(2));
  }

  private void together(Pursuit first, Pursuit second) {
    CompletableFuture<Void> other = CompletableFuture.runAsync(() -> pursue(twin, second), twins);
    pursue(teller, first);
    other.join();
  }

  private void pursue(Teller by, Pursuit pursuit) {
    if (!by.pursue(pursuit, PATIENT_ROUNDS)) {
      desk.putAside(pursuit);
    } else if (pursuit.isAnswered()) {
      desk.done(pursuit);
    }
  }

  private Pursuit pursuit(Op op, String tenant, String key) {
    return new Pursuit(
        new IntentName(tenant, op, key), payload(op, tenant), random.nextInt(desk.nodes()));
  }

  private Payload payload(Op op, String tenant) {
    if (op == Op.OPEN) {
      return new Payload(null, null, DEPOSIT + random.nextInt(DEPOSIT));
    }
    int from = random.nextInt(1_000);
    int step = 1 + random.nextInt(3);
    String to = op == Op.TRANSFER ? desk.accounts().pick(tenant, from + step) : null;
    return new Payload(desk.accounts().pick(tenant, from), to, amount());
  }

  /** Some want more than anybody has, and are rejected. */
  private long amount() {
    long amount = 1L + random.nextInt(MAX_AMOUNT);
    boolean tooMuch = random.nextInt(COMMANDS_PER_REJECTION) == 0;
    return tooMuch ? amount + MORE_THAN_THERE_IS : amount;
  }

  private String key() {
    return "%s-%d".formatted(name, ++number);
  }

  private String anyTenant() {
    return World.TENANTS.get(random.nextInt(World.TENANTS.size()));
  }

  private Op anyOp() {
    int chance = random.nextInt(100);
    if (chance < 10) {
      return Op.OPEN;
    }
    return chance < 55 ? Op.TRANSFER : leasedOp();
  }

  // A key that is soon forgotten may soon be used again, and rightly so.
  private Op opKeptForLong() {
    return random.nextBoolean() ? Op.TRANSFER : leasedOp();
  }

  private Op leasedOp() {
    return switch (random.nextInt(3)) {
      case 0 -> Op.PAYOUT;
      case 1 -> Op.CHEQUE;
      default -> Op.SETTLEMENT;
    };
  }
}
