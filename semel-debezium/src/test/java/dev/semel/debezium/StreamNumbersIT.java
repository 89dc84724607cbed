package dev.semel.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.relay.Relay;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.RelayStore;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;
import dev.semel.testing.relay.Eventually;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A server that crashes forgets transaction ids that it had given out and not written to disk, and
 * gives them out again. Nothing here writes to disk unless it has to.
 */
class StreamNumbersIT extends StreamSupport {
  private static final int CRASHES = 2;
  private static final int MAX_CRASHES = 5;
  private static final int FORGETTABLE_TRANSACTIONS = 20;

  private static OwnPostgresServer server;
  private static DebeziumFixture fixture;

  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong given = new AtomicLong();

  @BeforeAll
  static void create() {
    server =
        PostgresServer.start(
            PostgresSettings.durable()
                .with("wal_level", "logical")
                .with("wal_writer_delay", "10s"));
    fixture = DebeziumFixture.on(server.newDatabase("numbers"));
  }

  @AfterAll
  static void close() {
    fixture.close();
    server.close();
  }

  @Override
  DebeziumFixture fixture() {
    return fixture;
  }

  @Test
  void whatIsWrittenAfterACrashIsPublishedThoughItsNumbersWereSeenInTheOutbox() {
    // So that the relay cannot have it, and reads the outbox.
    fixture
        .database()
        .query("SELECT pg_create_logical_replication_slot('" + SLOT + "', 'pgoutput')::text");
    started("a", watched(RelayStore.class, seldomMarking("a")), sink("a"));
    boolean cameAgain = false;
    for (int crash = 1; crash <= MAX_CRASHES && !cameAgain; crash++) {
      giveOutForgettableNumbers();
      awaitReads();
      crash();
      publish("one", crash, crash);
      awaitVersion("one", crash);
      cameAgain = lastXid() <= given.get();
    }
    assertThat(cameAgain).as("a number was given out twice").isTrue();
  }

  @Test
  void whatWasSeenInTheOutboxIsOnDiskBeforeTheLogIsFollowed() {
    streaming("first").stop(Duration.ofSeconds(20));
    for (int crash = 1; crash <= CRASHES; crash++) {
      RelayStore store = watched(RelayStore.class, seldomMarking("a"));
      given.set(0);
      Relay relay = streaming("a", store, sink("a"));
      awaitReads();
      crash();
      publish("one", crash, crash);
      assertThat(lastXid()).as("crash %d", crash).isGreaterThan(given.get());
      awaitVersion("one", crash);
      relay.stop(Duration.ofSeconds(20));
    }
  }

  /** A mark would bring everything to disk. */
  private static DebeziumRelays seldomMarking(String node) {
    return fixture
        .relays(node)
        .settings(StreamSettings.standard().heartbeat(Duration.ofHours(1)))
        .build();
  }

  /** Nobody waits for the disk when such a transaction ends. */
  private void giveOutForgettableNumbers() {
    for (int i = 0; i < FORGETTABLE_TRANSACTIONS; i++) {
      given.set(fixture.database().queryLong("SELECT pg_current_xact_id()::text::bigint"));
    }
  }

  /** The first may be under way, the second looks, the third knows that the outbox is passed. */
  private void awaitReads() {
    long before = reads.get();
    Eventually.holds("it has looked", () -> reads.get() > before + 3);
  }

  private static void crash() {
    server.crash();
    server.restart();
    fixture.forgetConnections();
  }

  private static long lastXid() {
    return fixture.database().queryLong("SELECT max(xid::text::bigint) FROM semel.outbox");
  }

  /** Counts what is read, and gives out numbers right before the first look. */
  private <T> T watched(Class<T> type, Object real) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> noted(method, invoke(real, method, arguments)));
    return type.cast(proxy);
  }

  private @Nullable Object noted(Method method, @Nullable Object result) {
    if (method.getName().equals("read")) {
      reads.incrementAndGet();
    }
    if (result instanceof OutboxSession session) {
      if (given.get() == 0) {
        giveOutForgettableNumbers();
      }
      return watched(OutboxSession.class, session);
    }
    return result;
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
