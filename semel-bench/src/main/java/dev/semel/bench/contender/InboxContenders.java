package dev.semel.bench.contender;

import static dev.semel.bench.contender.SpringContext.inTransaction;

import dev.semel.bench.inbox.EventuateDetector;
import io.eventuate.tram.consumer.common.DuplicateMessageDetector;
import io.eventuate.tram.messaging.common.Message;
import io.eventuate.tram.messaging.common.SubscriberIdAndMessage;
import io.eventuate.tram.messaging.producer.MessageBuilder;
import java.util.Map;
import java.util.Objects;
import org.springframework.integration.jdbc.metadata.JdbcMetadataStore;
import org.springframework.integration.selector.MetadataStoreSelector;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.transaction.support.TransactionTemplate;

/** Those that know messages by their ids, on Spring's transactions. */
final class InboxContenders {
  private static final String SKIPPED = "skipped as a duplicate";

  private final Desk desk;
  private final TransactionTemplate transactions;
  private final JdbcTemplate jdbc;

  InboxContenders(Desk desk) {
    this.desk = desk;
    this.transactions = new TransactionTemplate(new JdbcTransactionManager(desk.pool()));
    this.jdbc = new JdbcTemplate(desk.pool());
  }

  /** The detector that Eventuate Tram calls a message handler through. */
  Contender eventuate() {
    DuplicateMessageDetector detector = EventuateDetector.on(jdbc, transactions);
    return call -> {
      Heard heard = new Heard();
      Message message =
          MessageBuilder.withPayload(call.payload()).withHeader(Message.ID, call.key()).build();
      detector.doWithMessage(
          new SubscriberIdAndMessage("payments", message), () -> heard.told = noteAndWork(call));
      return heard.told;
    };
  }

  /** What the caller hears, unless the handler says otherwise. */
  private static final class Heard {
    private String told = SKIPPED;
  }

  /** The selector of the idempotent receiver, in the transaction of the handler. */
  Contender springIntegration() {
    JdbcMetadataStore store = new JdbcMetadataStore(desk.pool());
    store.afterPropertiesSet();
    MetadataStoreSelector selector =
        new MetadataStoreSelector(
            message -> Objects.requireNonNull(message.getHeaders().get("key", String.class)),
            message -> message.getPayload().toString(),
            store);
    return call ->
        Objects.requireNonNull(
            transactions.execute(
                status ->
                    selector.accept(new GenericMessage<>(call.payload(), Map.of("key", call.key())))
                        ? noteAndWork(call)
                        : SKIPPED));
  }

  private String noteAndWork(Call call) {
    return inTransaction(
        jdbc,
        connection -> {
          desk.note(connection, call);
          return desk.work(connection, call);
        });
  }
}
