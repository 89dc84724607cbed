package dev.semel;

import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.SelfManaged;
import dev.semel.jdbc.TransactionFramework;
import dev.semel.jdbc.TransactionFramework.CallersTransaction;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.spi.LeaseResult;
import dev.semel.spi.Records;
import dev.semel.spi.SemelListener;
import dev.semel.spi.Store;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands once on a relational database: one intent, one committed effect, one answer,
 * however often it is attempted.
 *
 * <pre>{@code
 * Semel semel = Semel.on(PostgresStore.on(dataSource));
 *
 * Outcome<CaseOpened> outcome =
 *     semel.once(
 *         OPEN_CASE.intent("acme", request.commandId(), request),
 *         effect -> cases.open(effect.connection(), request));
 * }</pre>
 *
 * <p><b>Guarantee.</b> Effect, audit, events and stored outcome commit together or not at all, and
 * at most once per intent, whatever attempts, nodes, crashes and lost replies do. <b>Order.</b>
 * None between intents. <b>Threads.</b> Safe for use by several threads; keep one per data source.
 */
public final class Semel {
  private final Engine<Connection> engine;

  private Semel(Engine<Connection> engine) {
    this.engine = engine;
  }

  /** Runs on a store, with the settings most services keep. */
  public static Semel on(Store<Connection> store) {
    return builder(store).build();
  }

  public static Builder builder(Store<Connection> store) {
    return new Builder(store);
  }

  /**
   * Runs a command at most once for its intent, in a transaction of its own. Where a framework
   * manages transactions and this thread is in one, the command joins it as {@link #within} does.
   *
   * @return executed or rejected now, or what an earlier attempt was told, or why neither
   * @throws RetriesExhaustedException if the store is away or contended beyond the retry policy
   * @throws CommitUnknownException if the connection was lost during COMMIT and the store could not
   *     be asked what became of it
   * @throws RuntimeException what the command threw; it was rolled back and nothing is stored
   */
  public <R> Outcome<R> once(Intent<R> intent, JdbcCommand<R> command) {
    TransactionFramework framework = framework();
    CallersTransaction callers = framework == null ? null : framework.callersTransaction();
    if (callers != null) {
      return callers.join((connection, effect) -> within(connection).once(intent, effect), command);
    }
    JdbcCommand<R> effect =
        framework == null || command instanceof SelfManaged
            ? command
            : framework.inTransaction(command);
    return engine.once(intent, JdbcBodies.body(effect));
  }

  private @Nullable TransactionFramework framework() {
    return engine.store() instanceof JdbcStore store ? store.framework() : null;
  }

  /** As {@link #once}, for a command without a result. */
  public Outcome<Done> perform(Intent<Done> intent, JdbcAction action) {
    return once(intent, action.asCommand());
  }

  /**
   * Joins a transaction that the caller began and will commit. Claim and settlement happen inside
   * it: what is executed is done once the caller has committed, and undone if it rolls back. A
   * duplicate never waits here, whatever its operation says, because the caller holds a connection.
   * If the command fails or is rejected, what it did is undone, and what the caller did before is
   * left alone.
   */
  public Joined within(Connection transaction) {
    return new Joined(engine, transaction);
  }

  /** Asks for the right to work on an intent beyond one transaction. */
  public <R> LeaseAttempt<R> lease(Intent<R> intent, LeaseTerms<R> terms) {
    LeaseResult<Connection, R> result = engine.lease(intent, terms);
    if (result instanceof LeaseResult.Granted<Connection, R> granted) {
      return new LeaseAttempt.Granted<>(new Lease<>(granted.lease()));
    }
    return new LeaseAttempt.Answered<>(((LeaseResult.Answered<Connection, R>) result).outcome());
  }

  /**
   * Returns how long a store that is known to be unavailable is left alone by operations that
   * {@linkplain RetryPolicy#failingFast() fail fast}; null if it is not, or a probe is due.
   */
  public @Nullable Duration unavailableFor() {
    return engine.unavailableFor();
  }

  /** What operators look at. */
  public Records records() {
    return engine.store().records();
  }

  /** Decisions of operators about work of an operation that got stuck. */
  public <R> Recoveries<R> recoveries(Operation<?, R> operation) {
    return new Recoveries<>(engine, operation);
  }

  /**
   * Removes records whose retention has ended. Any number of nodes may do so at once.
   *
   * @param settings how much at a time, and how much at all
   * @return how many were removed
   */
  public long purge(PurgeSettings settings) {
    return engine.purge(settings.maxRecordsPerBatch(), settings.maxBatches());
  }

  /**
   * Runs commands inside a transaction that the caller manages. For one thread, like its
   * connection.
   */
  public static final class Joined {
    private final Engine<Connection> engine;
    private final Connection transaction;

    private Joined(Engine<Connection> engine, Connection transaction) {
      this.engine = engine;
      this.transaction = Objects.requireNonNull(transaction, "transaction");
    }

    public <R> Outcome<R> once(Intent<R> intent, JdbcCommand<R> command) {
      return engine.within(transaction, intent, JdbcBodies.body(command));
    }

    public Outcome<Done> perform(Intent<Done> intent, JdbcAction action) {
      return once(intent, action.asCommand());
    }

    /**
     * Publishes events if and only if the caller's transaction commits, without an intent. Publish
     * after the change that the events tell of, so that their order is that of the changes.
     *
     * @param tenant whose events they are
     * @return how many were written; one event key is one event, and the others were there before
     * @throws TransactionMisuseException if the connection is in autocommit mode
     */
    public int publish(String tenant, Event... events) {
      Limits.text("tenant", tenant, Scope.MAX_PART_CHARACTERS);
      return engine.publish(transaction, tenant, List.of(events));
    }
  }

  /** Makes a {@link Semel}. For one thread. */
  public static final class Builder {
    private static final int MAX_NODE_CHARACTERS = 100;

    private final Store<Connection> store;
    private final List<SemelListener> listeners = new ArrayList<>();
    private String node = "pid-" + ProcessHandle.current().pid();
    private Boundary.Observer boundaries = Boundary.Observer.none();
    private Duration firstProbe = Engine.FIRST_PROBE;
    private Duration maxProbe = Engine.MAX_PROBE;

    private Builder(Store<Connection> store) {
      this.store = Objects.requireNonNull(store, "store");
    }

    /** How this node is called in leases. Its process id unless told. */
    public Builder node(String name) {
      this.node = Limits.text("node", name, MAX_NODE_CHARACTERS);
      return this;
    }

    /** Who hears of every state change. */
    public Builder listener(SemelListener listener) {
      listeners.add(listener);
      return this;
    }

    /**
     * Sets when an unavailable store is tried again on behalf of operations that {@linkplain
     * RetryPolicy#failingFast() fail fast}.
     *
     * @param first time until the first try; it doubles with each further one. Default: one second
     * @param max the doubling stops here. Default: 30 seconds
     */
    public Builder probing(Duration first, Duration max) {
      Limits.positive("first probe", first);
      Limits.positive("max probe", max);
      this.firstProbe = first;
      this.maxProbe = max;
      return this;
    }

    /** Who is told of every step, to hold races open or to crash there. For tests. */
    public Builder boundaries(Boundary.Observer observer) {
      this.boundaries = observer;
      return this;
    }

    public Semel build() {
      return new Semel(new Engine<>(store, node, listeners, boundaries, firstProbe, maxProbe));
    }
  }
}
