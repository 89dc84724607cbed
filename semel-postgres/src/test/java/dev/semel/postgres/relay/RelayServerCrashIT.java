package dev.semel.postgres.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.relay.Relay;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.RelayStore;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.ScriptedSink;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A server that crashes forgets transaction ids that it had given out and not written to disk, and
 * gives them out again. The relay may have looked past them.
 */
class RelayServerCrashIT {
  private static final int MAX_CRASHES = 5;
  private static final int FORGETTABLE_TRANSACTIONS = 20;

  /** Renewing a lease waits for the disk, and brings to it whatever was written before. */
  private static final RelaySettings NO_RENEWALS =
      RelaySettings.standard().lease(Duration.ofMinutes(10));

  private static OwnPostgresServer server;
  private static PostgresDatabase database;

  private final AtomicLong lookedUpTo = new AtomicLong();
  private final List<RelayedEvent> arrived = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() {
    server = PostgresServer.start(PostgresSettings.durable().with("wal_writer_delay", "10s"));
    database = server.database("crashing");
    PostgresStore.builder(database.dataSource()).migrate().build();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void whatIsWrittenAfterACrashIsPublishedThoughItsNumbersWereSeenBefore() throws SQLException {
    ScriptedSink sink = new ScriptedSink("a", (node, events) -> arrived.addAll(events));
    RelayStore store = watched(RelayStore.class, PostgresRelays.on(database.dataSource()));
    try (Relay relay = Relay.builder(store, "crashing", sink).settings(NO_RENEWALS).build()) {
      relay.start();
      boolean numbersCameAgain = false;
      for (int crash = 1; crash <= MAX_CRASHES && !numbersCameAgain; crash++) {
        long seen = looksPastNumbersThatAreNotOnDisk();
        server.crash();
        server.restart();
        long given = publish("case " + crash);
        awaitArrival("case " + crash);
        numbersCameAgain = given <= seen;
      }
      assertThat(numbersCameAgain).as("a number was given out twice").isTrue();
    }
  }

  /** The server's main process survives it, and recovers the others. */
  @Test
  void crashOfOneServerProcessEndsTheRun() throws SQLException {
    String before = run();
    long victim;
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      victim = row.getLong(1);
      ProcessHandle.of(victim).orElseThrow().destroyForcibly();
      Eventually.holds("the server answers again", () -> !before.equals(runIfUp(before)));
    }
  }

  private static String runIfUp(String otherwise) {
    try {
      return run();
    } catch (SQLException e) {
      return otherwise;
    }
  }

  private static String run() throws SQLException {
    try (Connection connection = database.connect()) {
      return ServerRun.of(connection).identity();
    }
  }

  /** Nobody waits for the disk when such a transaction ends. */
  private long looksPastNumbersThatAreNotOnDisk() {
    long given = 0;
    for (int i = 0; i < FORGETTABLE_TRANSACTIONS; i++) {
      given = database.queryLong("SELECT pg_current_xact_id()::text::bigint");
    }
    long last = given;
    Eventually.holds("the relay looks past them", () -> lookedUpTo.get() > last);
    return last;
  }

  private long publish(String aggregate) throws SQLException {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      Semel.on(PostgresStore.on(database.dataSource()))
          .within(connection)
          .publish("acme", Event.of("case", aggregate, "opened", null));
      connection.commit();
    }
    return database.queryLong(
        "SELECT xid::text::bigint FROM semel.outbox WHERE aggregateid = ?", aggregate);
  }

  private void awaitArrival(String aggregate) {
    Eventually.holds(
        aggregate + " arrives",
        () -> arrived.stream().anyMatch(event -> event.aggregateId().equals(aggregate)));
  }

  /** Notes every moment that the relay looks at. */
  private <T> T watched(Class<T> type, Object real) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> noted(invoke(real, method, arguments)));
    return type.cast(proxy);
  }

  private @Nullable Object noted(@Nullable Object result) {
    if (result instanceof PostgresMark mark) {
      lookedUpTo.set(mark.xid());
    }
    return result instanceof OutboxSession session ? watched(OutboxSession.class, session) : result;
  }

  private static @Nullable Object invoke(
      Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
