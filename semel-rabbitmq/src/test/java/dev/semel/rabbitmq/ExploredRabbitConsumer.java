package dev.semel.rabbitmq;

import dev.semel.inbox.Inbox;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.spi.InboxStore;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.broker.BrokerPlace;
import dev.semel.testing.broker.ExploredConsumer;
import dev.semel.testing.broker.Ledger;
import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/** A consumer of a queue, to be broken. */
final class ExploredRabbitConsumer extends ExploredConsumer {
  private final Map<BrokerPlace, Rabbit> rabbits = new ConcurrentHashMap<>();

  private Rabbit rabbit(BrokerPlace at) {
    return rabbits.computeIfAbsent(at, Rabbit::new);
  }

  @Override
  protected InboxStore<Connection> storeOn(DataSource database) {
    return PostgresStore.on(database).inbox();
  }

  @Override
  protected AutoCloseable start(BrokerPlace at, Inbox inbox, MessageHandler handler) {
    return RabbitConsumer.builder(new Rabbit(at).factory(), at.name(), inbox, Ledger.CONSUMER)
        .applying(handler)
        .start();
  }

  @Override
  protected synchronized void send(BrokerPlace at, String id) {
    rabbit(at).put(id, id, 1);
  }

  @Override
  protected synchronized boolean isAllTaken(BrokerPlace at) {
    return rabbit(at).waiting() == 0;
  }
}
