package dev.semel.postgres.relay;

import dev.semel.postgres.PostgresComponent;
import dev.semel.postgres.PostgresSchema;
import dev.semel.relay.Aggregate;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.OpenTransaction;
import dev.semel.relay.OutboxRetention;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayStatus;
import dev.semel.relay.spi.DueEvents;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.Membership;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.OwnedShard;
import dev.semel.relay.spi.PurgedBatch;
import dev.semel.relay.spi.RelayStore;
import dev.semel.relay.spi.ShardLease;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The outbox of a PostgreSQL database, for relays.
 *
 * <p><b>Guarantee.</b> Reading skips no transaction that was open, and waits for none.
 * <b>Order.</b> Within an aggregate, that in which its events were written. <b>Threads.</b> Safe
 * for use by several threads. A relay that runs keeps one connection and uses up to two more at a
 * time; where the pool has fewer, it borrows one for each statement.
 */
public final class PostgresRelays implements RelayStore {
  private final RelayParts parts;
  private final ShardLeases leases;
  private final HeldEvents held;
  private final StatusReader status;
  private final OutboxPurge purge;
  private final GivenUp givenUp;
  private final ClusterChange cluster;
  private final ConnectionBudget budget;
  private final OtherSequences otherSequences;
  private final Notices notices;
  private final PostgresSchema schema;
  private volatile boolean mayPurge;

  private PostgresRelays(
      RelayParts parts, @Nullable DataSource direct, String schemaName, PostgresSchema schema) {
    this.schema = schema;
    this.parts = parts;
    this.otherSequences = new OtherSequences(parts);
    this.cluster = new ClusterChange(parts, otherSequences);
    this.budget = ConnectionBudget.of(parts.dataSource());
    this.leases = new ShardLeases(parts, cluster);
    this.held = new HeldEvents(parts);
    this.status = new StatusReader(parts, cluster);
    this.purge = new OutboxPurge(parts, cluster);
    this.givenUp = new GivenUp(parts);
    this.notices = new Notices(parts, direct, schemaName);
  }

  /**
   * Makes the outbox in the schema {@code semel}, which must exist.
   *
   * @throws dev.semel.ConfigurationException that lists missing tables, or the GRANT statements
   *     that are missing
   */
  public static PostgresRelays on(DataSource dataSource) {
    return builder(dataSource).build();
  }

  public static Builder builder(DataSource dataSource) {
    return new Builder(dataSource);
  }

  /**
   * The present moment, looked at in a transaction of the caller's, which saves it. Whoever reads
   * it then knows that its numbers are on disk, or will never be told of it: a server that crashes
   * forgets both or neither. It means nothing if the transaction does not commit.
   */
  public Mark look(Connection connection) throws SQLException {
    return new OutboxReader(parts).look(connection);
  }

  /**
   * Adapts positions, events and sequences that come from another cluster: from a restored dump, or
   * by logical replication. A relay does so by itself before it publishes. Call this where its role
   * may not change the outbox, or before commands run on a subscriber of logical replication. Safe
   * to call at any time, on any number of nodes.
   *
   * @return whether anything came from another cluster
   */
  public boolean adoptCluster() {
    boolean adopted = cluster.adopt();
    otherSequences.advance();
    return adopted;
  }

  @Override
  public int setUp(String relay, int shards, RelaySettings.Start start) {
    cluster.adopt();
    return leases.setUp(relay, shards, start);
  }

  @Override
  public Membership renew(
      String relay, String node, Duration lease, Collection<ShardLease> leased) {
    cluster.adopt();
    return leases.renew(relay, node, lease, leased);
  }

  @Override
  public List<OwnedShard> acquire(String relay, String node, Duration lease, int max) {
    return leases.acquire(relay, node, lease, max);
  }

  @Override
  public void release(String relay, Collection<ShardLease> leased) {
    leases.release(relay, leased);
  }

  @Override
  public void leave(String relay, String node) {
    leases.leave(relay, node);
  }

  @Override
  public List<OwnedShard> positions(String relay, Collection<ShardLease> leased) {
    return leases.positions(relay, leased);
  }

  @Override
  public OutboxSession open() {
    cluster.adopt();
    return PostgresSession.open(parts, budget);
  }

  @Override
  public DueEvents due(String relay, Set<Integer> shards, Set<Long> except, int limit) {
    return held.due(relay, shards, except, limit);
  }

  @Override
  public List<Aggregate> blocked(String relay, int shard, boolean deadLettersBlock) {
    return held.blocked(relay, shard, deadLettersBlock);
  }

  @Override
  public @Nullable OpenTransaction oldestTransaction() {
    return status.oldestTransaction();
  }

  @Override
  public RelayStatus status(String relay) {
    return status.status(relay);
  }

  @Override
  public DeadLetters deadLetters(String relay) {
    return new PostgresDeadLetters(parts, cluster, relay);
  }

  @Override
  public PurgedBatch purgeBatch(OutboxRetention retention, long afterSequence) {
    if (!mayPurge) {
      schema.requireRights(PostgresComponent.EVENT_PURGE);
      mayPurge = true;
    }
    return purge.purgeBatch(retention, afterSequence);
  }

  @Override
  public long skipBacklog(String relay) {
    cluster.adopt();
    return givenUp.skipBacklog(relay);
  }

  @Override
  public int freeShards(String relay, String node, DeadLetters.Decision decision) {
    cluster.adopt();
    return leases.free(relay, node, decision);
  }

  @Override
  public boolean forget(String relay) {
    return givenUp.forget(relay);
  }

  @Override
  public void notifyOthers(String relay) {
    notices.notifyOthers(relay);
  }

  @Override
  public AutoCloseable onNotice(String relay, Runnable wakeUp) {
    return notices.onNotice(relay, wakeUp);
  }

  /** Makes the outbox of a database. For one thread. */
  public static final class Builder {
    private final DataSource dataSource;
    private String schema = PostgresSchema.DEFAULT_NAME;
    private @Nullable DataSource direct;
    private @Nullable InstantSource clock;

    private Builder(DataSource dataSource) {
      this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    }

    /** The schema of Semel's tables. {@code semel} unless told. */
    public Builder schema(String name) {
      this.schema = name;
      return this;
    }

    /**
     * Connections straight to the server, past any pool that shares them between transactions, to
     * hear at once of what other nodes commit. Each running relay keeps one. Without it, polling
     * finds out.
     */
    public Builder direct(DataSource source) {
      this.direct = source;
      return this;
    }

    /** A clock in place of the database's own. For tests that cannot wait for leases to run out. */
    public Builder clock(InstantSource settable) {
      this.clock = settable;
      return this;
    }

    /**
     * Checks the schema and the rights of the database role.
     *
     * @throws dev.semel.ConfigurationException that lists missing tables, or the GRANT statements
     *     that are missing
     */
    public PostgresRelays build() {
      PostgresSchema checked = PostgresSchema.named(dataSource, schema);
      checked.validateFor(PostgresComponent.RELAY);
      RelayParts parts = new RelayParts(dataSource, '"' + schema + '"', null, clock);
      return new PostgresRelays(parts, direct, schema, checked);
    }
  }
}
