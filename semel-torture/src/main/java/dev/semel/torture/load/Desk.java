package dev.semel.torture.load;

import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What all clients share: what was put aside, what was answered. Safe for several threads. */
final class Desk {
  /** As many answered intents as are asked for once more in the end. */
  private static final int MAX_REMEMBERED = 2_000;

  private final int nodes;
  private final Accounts accounts;
  private final Queue<Pursuit> aside = new ConcurrentLinkedQueue<>();
  private final List<Pursuit> answered = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(1);
  private final AtomicLong answers = new AtomicLong();
  private volatile boolean open = true;

  Desk(int nodes, Accounts accounts) {
    this.nodes = nodes;
    this.accounts = accounts;
  }

  int nodes() {
    return nodes;
  }

  Accounts accounts() {
    return accounts;
  }

  boolean isOpen() {
    return open;
  }

  void close() {
    open = false;
  }

  /** The same key at the node after the one that this goes to. */
  Pursuit atNextNode(Pursuit pursuit, Payload payload) {
    return new Pursuit(pursuit.intent(), payload, (pursuit.node() + 1) % nodes);
  }

  void putAside(Pursuit pursuit) {
    aside.add(pursuit);
  }

  @Nullable Pursuit takeAside() {
    return aside.poll();
  }

  int asideCount() {
    return aside.size();
  }

  long answerCount() {
    return answers.get();
  }

  /** Remembers some of all answered intents that the bank still knows in the end. */
  void done(Pursuit pursuit) {
    long count = answers.incrementAndGet();
    String opened = pursuit.openedAccount();
    if (opened != null) {
      accounts.add(pursuit.intent().tenant(), opened);
    }
    if (pursuit.intent().op() == Op.OPEN) {
      return;
    }
    synchronized (answered) {
      if (answered.size() < MAX_REMEMBERED) {
        answered.add(pursuit);
      } else if (random.nextLong(count) < MAX_REMEMBERED) {
        answered.set(random.nextInt(MAX_REMEMBERED), pursuit);
      }
    }
  }

  List<Pursuit> remembered() {
    synchronized (answered) {
      return List.copyOf(answered);
    }
  }
}
