package dev.semel.nats;

import dev.semel.inbox.Inbox;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.spi.InboxStore;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.broker.BrokerPlace;
import dev.semel.testing.broker.ExploredConsumer;
import dev.semel.testing.broker.Ledger;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/** A consumer of a stream, to be broken. */
final class ExploredNatsConsumer extends ExploredConsumer {
  static final String DURABLE = "explored";

  private final Map<BrokerPlace, Jet> jets = new ConcurrentHashMap<>();

  private Jet jet(BrokerPlace at) {
    return jets.computeIfAbsent(at, Jet::new);
  }

  @Override
  protected InboxStore<Connection> storeOn(DataSource database) {
    return PostgresStore.on(database).inbox();
  }

  @Override
  protected AutoCloseable start(BrokerPlace at, Inbox inbox, MessageHandler handler) {
    return NatsConsumer.builder(new Jet(at).options(), at.name(), DURABLE, inbox, Ledger.CONSUMER)
        .ackWait(Duration.ofSeconds(1))
        .applying(handler)
        .start();
  }

  @Override
  protected synchronized void send(BrokerPlace at, String id) {
    jet(at).put(id, id, 1);
  }

  @Override
  protected synchronized boolean isAllTaken(BrokerPlace at) {
    return jet(at).isDurable(DURABLE) && jet(at).unsettled(DURABLE) == 0;
  }
}
