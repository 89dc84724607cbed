package dev.semel.postgres.relay;

import dev.semel.spi.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells other nodes of new events by NOTIFY. The relay does so, after the commit and in a
 * transaction of its own: all transactions that notify take one lock of the whole server while they
 * commit, and a writer must not queue there. Listening needs a connection straight to the server; a
 * pool that hands a connection to another client after each transaction loses what it listens to.
 */
final class Notices {
  private static final Logger LOG = LoggerFactory.getLogger(Notices.class);
  private static final int MAX_WAIT_MILLIS = 500;
  private static final long MAX_PROBE_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long PAUSE_AFTER_FAILURE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final RelayParts parts;
  private final @Nullable DataSource direct;
  private final String channel;

  Notices(RelayParts parts, @Nullable DataSource direct, String schemaName) {
    this.parts = parts;
    this.direct = direct;
    this.channel = schemaName + "_relay";
  }

  void notifyOthers(String relay) {
    if (direct == null) {
      return;
    }
    send(relay);
  }

  private void send(String text) {
    parts.autocommitted(
        "notify other nodes",
        connection -> {
          try (PreparedStatement notify = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
            notify.setString(1, channel);
            notify.setString(2, text);
            return notify.execute();
          }
        });
  }

  AutoCloseable onNotice(String relay, Runnable wakeUp) {
    if (direct == null) {
      return () -> {};
    }
    Listener listener = new Listener(direct, relay, wakeUp);
    Thread thread = new Thread(listener, "semel-relay-" + relay + "-notices");
    thread.setDaemon(true);
    thread.start();
    return listener;
  }

  /** Listens until it is closed, on a new connection whenever the last one broke. */
  private final class Listener implements Runnable, AutoCloseable {
    private final DataSource source;
    private final String relay;
    private final Runnable wakeUp;
    private volatile boolean over;

    Listener(DataSource source, String relay, Runnable wakeUp) {
      this.source = source;
      this.relay = relay;
      this.wakeUp = wakeUp;
    }

    @Override
    public void run() {
      while (!over) {
        try (Connection connection = source.getConnection()) {
          listen(connection);
        } catch (SQLException | StoreException e) {
          LOG.debug("cannot listen for notices of relay {}; polling goes on", relay, e);
          LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
        }
      }
    }

    private void listen(Connection connection) throws SQLException {
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        statement.execute("LISTEN \"" + channel + "\"");
      }
      PGConnection server = connection.unwrap(PGConnection.class);
      if (!over && !arrivesProbe(server)) {
        over = true;
        LOG.warn(
            "relay {}: notices do not arrive over the connections given to PostgresRelays.builder(…).direct(…), probably because a pooler shares server connections between transactions. The relay polls instead. Give it connections straight to the server to be woken at once",
            relay);
      }
      while (!over) {
        PGNotification[] notices = server.getNotifications(MAX_WAIT_MILLIS);
        if (notices != null && concernsUs(notices)) {
          wakeUp.run();
        }
      }
    }

    /** Sent over another connection: a pooler delivers a notice only while it is in use. */
    private boolean arrivesProbe(PGConnection server) throws SQLException {
      String probe = "probe " + UUID.randomUUID();
      send(probe);
      long startNanos = System.nanoTime();
      while (!over && System.nanoTime() - startNanos < MAX_PROBE_NANOS) {
        PGNotification[] notices = server.getNotifications(MAX_WAIT_MILLIS);
        if (notices != null) {
          // What came with it may have been for this relay.
          wakeUp.run();
          if (Arrays.stream(notices).anyMatch(it -> probe.equals(it.getParameter()))) {
            return true;
          }
        }
      }
      return over;
    }

    private boolean concernsUs(PGNotification[] notices) {
      for (PGNotification notice : notices) {
        if (relay.equals(notice.getParameter())) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void close() {
      over = true;
    }
  }
}
