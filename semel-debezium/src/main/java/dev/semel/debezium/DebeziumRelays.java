package dev.semel.debezium;

import dev.semel.ConfigurationException;
import dev.semel.postgres.PostgresComponent;
import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Aggregate;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.OpenTransaction;
import dev.semel.relay.OutboxRetention;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayStatus;
import dev.semel.relay.spi.DueEvents;
import dev.semel.relay.spi.Membership;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.OwnedShard;
import dev.semel.relay.spi.PurgedBatch;
import dev.semel.relay.spi.RelayStore;
import dev.semel.relay.spi.ShardLease;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The outbox of a PostgreSQL database for relays that read the server's log, through an embedded
 * Debezium engine, instead of asking the outbox again and again.
 *
 * <pre>{@code
 * DebeziumRelays relays = DebeziumRelays.builder(dataSource, connection).build();
 * Relay relay = Relay.builder(relays, "kafka", sink).settings(DebeziumRelays.settings()).build();
 * relay.start();
 * }</pre>
 *
 * <p>Everything but reading is the polling relay's own: leases and fences, sinks, held events, dead
 * letters, replay, purge. A relay may be run by either, though not by both at once, and goes on
 * where the other stopped.
 *
 * <p><b>Guarantee.</b> As {@link dev.semel.relay.Relay}: nothing that was committed is lost. What
 * was committed before the slot was there, or while it was lost, is read from the outbox.
 * <b>Order.</b> Within an aggregate, that of the commits. <b>Threads.</b> Safe for use by several
 * threads. One node at a time reads the log of a relay; others stand by.
 */
public final class DebeziumRelays implements RelayStore {
  private static final Duration MAX_CLOSE = Duration.ofSeconds(20);

  private final StreamContext context;
  private final @Nullable String slot;
  private final SlotGuard guard;
  private final Streams streams;

  private DebeziumRelays(StreamContext context, @Nullable String slot) {
    this.context = context;
    this.slot = slot;
    this.guard = new SlotGuard(context);
    this.streams = new Streams(context);
  }

  /**
   * Begins one.
   *
   * @param dataSource ordinary connections, for everything but the log
   * @param connection to the server itself, for the log
   */
  public static Builder builder(DataSource dataSource, DirectConnection connection) {
    return new Builder(dataSource, connection);
  }

  /** {@link RelaySettings#standard}, with the one shard that a log has. */
  public static RelaySettings settings() {
    return RelaySettings.standard().shards(1);
  }

  /** How the slot of a relay stands, whether it runs or not, on any node. */
  public SlotStatus slotOf(String relay) {
    return context.slots().status(slotName(relay));
  }

  private String slotName(String relay) {
    return slot != null ? slot : SlotNames.of(relay);
  }

  @Override
  public int setUp(String relay, int shards, RelaySettings.Start start) {
    if (shards != 1) {
      throw new ConfigurationException(
          "relay %s is configured with %d shards; a log is read by one node at a time, so configure 1 (DebeziumRelays.settings())"
              .formatted(relay, shards));
    }
    context.slots().checkServer();
    context.rows().create(relay, slotName(relay));
    return context.outbox().setUp(relay, shards, start);
  }

  @Override
  public Membership renew(String relay, String node, Duration lease, Collection<ShardLease> held) {
    Membership membership = context.outbox().renew(relay, node, lease, held);
    Stream stream = streams.of(relay);
    if (stream != null) {
      boolean kept =
          held.contains(stream.lease()) && membership.renewed().contains(stream.lease().shard());
      if (kept) {
        Streams.quietly(relay, stream::heartbeat);
      } else {
        stream.abandon();
      }
    }
    Streams.quietly(relay, () -> guard.look(relay, slotName(relay)));
    return membership;
  }

  @Override
  public List<OwnedShard> acquire(String relay, String node, Duration lease, int max) {
    List<OwnedShard> acquired = new ArrayList<>();
    for (OwnedShard shard : context.outbox().acquire(relay, node, lease, max)) {
      acquired.add(streams.begin(relay, slotName(relay), shard));
    }
    return acquired;
  }

  @Override
  public void release(String relay, Collection<ShardLease> leases) {
    Stream stream = streams.of(relay);
    if (stream != null && leases.contains(stream.lease())) {
      Streams.quietly(relay, stream::settleUp);
      stream.close(MAX_CLOSE);
      streams.remove(relay, stream);
    }
    context.outbox().release(relay, leases);
  }

  @Override
  public void leave(String relay, String node) {
    Stream stream = streams.remove(relay);
    if (stream != null) {
      stream.close(MAX_CLOSE);
    }
    context.outbox().leave(relay, node);
  }

  @Override
  public List<OwnedShard> positions(String relay, Collection<ShardLease> leases) {
    List<OwnedShard> found = new ArrayList<>();
    for (OwnedShard shard : context.outbox().positions(relay, leases)) {
      OwnedShard anew = streams.beginAnew(relay, slotName(relay), shard);
      if (anew != null) {
        found.add(anew);
      }
    }
    return found;
  }

  @Override
  public OutboxSession open() {
    return new StreamSession(context.outbox().open(), streams);
  }

  @Override
  public DueEvents due(String relay, Set<Integer> shards, Set<Long> except, int limit) {
    return context.outbox().due(relay, shards, except, limit);
  }

  @Override
  public List<Aggregate> blocked(String relay, int shard, boolean deadLettersBlock) {
    return context.outbox().blocked(relay, shard, deadLettersBlock);
  }

  @Override
  public @Nullable OpenTransaction oldestTransaction() {
    return context.outbox().oldestTransaction();
  }

  @Override
  public RelayStatus status(String relay) {
    return context.outbox().status(relay);
  }

  @Override
  public DeadLetters deadLetters(String relay) {
    return context.outbox().deadLetters(relay);
  }

  @Override
  public PurgedBatch purgeBatch(OutboxRetention retention, long afterSequence) {
    return context.outbox().purgeBatch(retention, afterSequence);
  }

  @Override
  public long skipBacklog(String relay) {
    return context.outbox().skipBacklog(relay);
  }

  @Override
  public int freeShards(String relay, String node, DeadLetters.Decision decision) {
    return context.outbox().freeShards(relay, node, decision);
  }

  /** With its slot, which would keep the server's log for ever. */
  @Override
  public boolean forget(String relay) {
    StreamRow row = context.rows().find(relay);
    if (row != null) {
      dropSlot(row);
      context.rows().forget(relay);
    }
    return context.outbox().forget(relay);
  }

  private void dropSlot(StreamRow row) {
    boolean mine = row.state() != StreamRow.State.NEW;
    if (mine && context.slots().status(row.slot()).health() != SlotStatus.Health.MISSING) {
      context.slots().drop(row.slot());
    }
  }

  /** The log tells. */
  @Override
  public void notifyOthers(String relay) {}

  @Override
  public AutoCloseable onNotice(String relay, Runnable wakeUp) {
    return streams.onArrival(relay, wakeUp);
  }

  /** Makes the outbox of a database. For one thread. */
  public static final class Builder {
    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

    private final DataSource dataSource;
    private final DirectConnection connection;
    private final List<StreamListener> listeners = new ArrayList<>();
    private String schema = PostgresSchema.DEFAULT_NAME;
    private String publication = "semel_outbox";
    private @Nullable String slot;
    private StreamSettings settings = StreamSettings.standard();
    private @Nullable InstantSource clock;

    private Builder(DataSource dataSource, DirectConnection connection) {
      this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
      this.connection = Objects.requireNonNull(connection, "connection");
    }

    /** The schema of Semel's tables. {@code semel} unless told. */
    public Builder schema(String name) {
      this.schema = name;
      return this;
    }

    /**
     * The publication of the outbox, and of nothing else; made if it is missing and the role may
     * make it. {@code semel_outbox} unless told.
     */
    public Builder publication(String name) {
      this.publication = name("publication", name);
      return this;
    }

    /**
     * The replication slot, if one relay is all that is run on this. Unless told, each relay has
     * one that is named after it.
     */
    public Builder slot(String name) {
      this.slot = name("slot", name);
      return this;
    }

    private static String name(String what, String name) {
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "'%s' cannot be the name of a %s; use up to 63 lower-case letters, digits and underscores"
                .formatted(name, what));
      }
      return name;
    }

    public Builder settings(StreamSettings newSettings) {
      this.settings = Objects.requireNonNull(newSettings, "settings");
      return this;
    }

    /** Adds a listener. */
    public Builder listener(StreamListener listener) {
      listeners.add(Objects.requireNonNull(listener, "listener"));
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
     * @throws ConfigurationException that lists missing tables, or the GRANT statements that are
     *     missing
     */
    public DebeziumRelays build() {
      PostgresRelays.Builder outbox = PostgresRelays.builder(dataSource).schema(schema);
      if (clock != null) {
        outbox.clock(clock);
      }
      PostgresRelays relays = outbox.build();
      PostgresSchema.named(dataSource, schema).requireRights(PostgresComponent.DEBEZIUM);
      Database database = new Database(dataSource, schema);
      StreamContext context =
          new StreamContext(
              relays,
              new Slots(database, relays::look, publication, settings.maxLagBytes()),
              new StreamRows(database, relays::look),
              connection,
              settings,
              schema,
              publication,
              new Notifier(listeners));
      return new DebeziumRelays(context, slot);
    }
  }
}
