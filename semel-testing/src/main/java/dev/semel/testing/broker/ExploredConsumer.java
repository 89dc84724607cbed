package dev.semel.testing.broker;

import dev.semel.JdbcEffect;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.spi.InboxStore;
import dev.semel.spi.Boundary;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.CrashReport;
import dev.semel.testing.crash.StepBrokenException;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.relay.Eventually;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * A consumer of a broker, to be broken on its way from the message to the acknowledgement: the
 * connection to the broker is cut while the effect is not committed yet, and when it is and the
 * broker does not know; the process dies there; another consumer has another copy of the message.
 *
 * <p><b>Guarantee.</b> An attempt is answered when the message is applied and the broker has
 * nothing left to deliver. One that meets another, or comes when all is done, brings another copy,
 * as a sender does that was not answered; what an attempt has left undone is the broker's to
 * deliver again. <b>Order.</b> None. <b>Threads.</b> May be used by several at once.
 */
public abstract class ExploredConsumer implements CrashHandler {
  /** The message is there, and the effect is not committed. */
  public static final String RECEIVE = "receive";

  /** The effect is committed, and the broker does not know. */
  public static final String ACKNOWLEDGE = "acknowledge";

  private final Map<DataSource, InboxStore<Connection>> stores = new ConcurrentHashMap<>();
  private final Set<String> underWayOrDone = ConcurrentHashMap.newKeySet();
  private final KnownPlace place = new KnownPlace();

  /** For those who know a broker. */
  protected ExploredConsumer() {}

  /** Opens the inbox of a database whose schema is set up. */
  protected abstract InboxStore<Connection> storeOn(DataSource database);

  /** Starts a consumer; closing it lets it finish what it has at hand. */
  protected abstract AutoCloseable start(BrokerPlace at, Inbox inbox, MessageHandler handler);

  /** Puts a message with this id there, and returns when the broker has it. */
  protected abstract void send(BrokerPlace at, String id);

  /** Whether the broker has nothing to deliver. */
  protected abstract boolean isAllTaken(BrokerPlace at);

  /**
   * Breaks it in all ways that concern the broker; what connections to the database do to an inbox
   * is explored where the inbox is.
   */
  public final CrashReport explore(CrashExplorer explorer, BrokerPlace at) {
    return explorer
        .faults(
            CrashFault.CUT_BEFORE,
            CrashFault.DUPLICATE,
            CrashFault.KILLED_BEFORE,
            CrashFault.REDELIVERY)
        .whereAnnounced(CrashFault.CUT_BEFORE, CrashFault.DUPLICATE, CrashFault.KILLED_BEFORE)
        .killing(getClass())
        .preparing((database, key) -> send(at, key))
        .check("applied once", ExploredConsumer::isAppliedOnce)
        .explore(this);
  }

  private static void isAppliedOnce(PostgresDatabase database, String key) {
    long rows = database.queryLong("SELECT count(*) FROM applied WHERE event_id = ?", key);
    if (rows != 1) {
      throw new AssertionError("%d rows instead of 1".formatted(rows));
    }
  }

  @Override
  public final Object handle(Trial trial) throws Exception {
    BrokerPlace at = place.of(trial);
    if (!underWayOrDone.add(trial.key())) {
      send(at, trial.key());
    }
    boolean done = false;
    try {
      consume(trial, at);
      done = true;
      return "applied";
    } finally {
      if (!done) {
        underWayOrDone.remove(trial.key());
      }
    }
  }

  private void consume(Trial trial, BrokerPlace at) throws Exception {
    try (FaultProxy proxy = FaultProxy.to(at.host(), at.port());
        Connection look = trial.dataSource().getConnection();
        AutoCloseable consumer = start(at.via(proxy), inbox(trial, proxy), handler(trial, proxy))) {
      Objects.requireNonNull(consumer);
      Eventually.holds(
          "all is taken and applied", () -> isAllTaken(at) && isApplied(look, trial.key()));
    }
  }

  private static MessageHandler handler(Trial trial, FaultProxy proxy) {
    return (message, effect) -> {
      tell(trial, RECEIVE, proxy);
      apply(message, effect);
    };
  }

  private Inbox inbox(Trial trial, FaultProxy proxy) {
    return Inbox.builder(stores.computeIfAbsent(trial.dataSource(), this::storeOn))
        .boundaries(
            (boundary, intent) -> {
              if (boundary == Boundary.AFTER_SETTLE) {
                tell(trial, ACKNOWLEDGE, proxy);
              }
            })
        .build();
  }

  private static void tell(Trial trial, String step, FaultProxy proxy) {
    try {
      trial.step(step);
    } catch (StepBrokenException broken) {
      proxy.cutAll();
    }
  }

  private static void apply(Message message, JdbcEffect effect) throws SQLException {
    try (PreparedStatement insert =
        effect.connection().prepareStatement("INSERT INTO applied (event_id) VALUES (?)")) {
      insert.setString(1, message.id().id());
      insert.executeUpdate();
    }
  }

  private static boolean isApplied(Connection look, String id) {
    try (PreparedStatement select =
        look.prepareStatement("SELECT 1 FROM applied WHERE event_id = ?")) {
      select.setString(1, id);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the database cannot be looked at", e);
    }
  }
}
