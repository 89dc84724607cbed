package dev.semel.spring.internal.disabled;

import dev.semel.IntentId;
import dev.semel.Isolation;
import dev.semel.Retention;
import dev.semel.Scope;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.TransactionFramework;
import dev.semel.spi.Attempt;
import dev.semel.spi.Failure;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.LeaseAnswer;
import dev.semel.spi.LeaseRequest;
import dev.semel.spi.LeaseStore;
import dev.semel.spi.LeaseToken;
import dev.semel.spi.Outbox;
import dev.semel.spi.Purge;
import dev.semel.spi.Records;
import dev.semel.spi.Recovery;
import dev.semel.spi.Verdict;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps nothing: every intent is new, every lease is granted, and audit entries and events are
 * dropped. Safe for use by several threads.
 */
public final class DisabledStore implements JdbcStore {
  private final DisabledTransactions transactions;

  public DisabledStore(DisabledTransactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public TransactionFramework framework() {
    return transactions;
  }

  @Override
  public Attempt<Connection> begin(Isolation isolation) {
    return transactions.begin();
  }

  @Override
  public Attempt<Connection> join(Connection transaction) {
    return DisabledAttempt.joined(transaction);
  }

  @Override
  public @Nullable IntentRecord find(IntentId intent) {
    return null;
  }

  @Override
  public Failure classify(Throwable failure) {
    return classified();
  }

  static Failure classified() {
    return new Failure(Verdict.FINAL, "", null, "semel.enabled is false, so nothing is retried");
  }

  @Override
  public LeaseStore leases() {
    return new Leases();
  }

  @Override
  public Outbox<Connection> outbox() {
    return (transaction, tenant, batchId, events) -> 0;
  }

  @Override
  public Records records() {
    return new NoRecords();
  }

  @Override
  public Purge purge() {
    return maxRecords -> 0;
  }

  /** Leases that nobody else can hold. */
  private static final class Leases implements LeaseStore {
    @Override
    public LeaseAnswer claim(LeaseRequest request) {
      return new LeaseAnswer.Granted(request.recordId(), 1, Instant.now().plus(request.length()));
    }

    @Override
    public LeaseAnswer resume(LeaseRequest request, LeaseToken seen) {
      return claim(request);
    }

    @Override
    public Instant renew(LeaseToken token, Duration length) {
      return Instant.now().plus(length);
    }

    @Override
    public boolean release(LeaseToken token, String reason, Retention retention) {
      return true;
    }

    @Override
    public boolean markUnknown(LeaseToken token, String reason) {
      return true;
    }

    @Override
    public boolean recover(LeaseToken seen, Recovery recovery) {
      return false;
    }
  }

  /** Records of nothing. */
  private static final class NoRecords implements Records {
    @Override
    public @Nullable IntentRecord find(IntentId intent) {
      return null;
    }

    @Override
    public List<IntentRecord> staleLeases(int limit) {
      return List.of();
    }

    @Override
    public List<IntentRecord> unknown(int limit) {
      return List.of();
    }

    @Override
    public List<IntentRecord> mostAttempted(int limit) {
      return List.of();
    }

    @Override
    public List<StateCount> counts(Duration settledWithin) {
      return List.of();
    }

    @Override
    public int countOf(Scope scope, int limit) {
      return 0;
    }

    @Override
    public Backlog backlog() {
      return new Backlog(null, null, null, null);
    }
  }
}
