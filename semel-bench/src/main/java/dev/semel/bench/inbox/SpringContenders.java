package dev.semel.bench.inbox;

import dev.semel.bench.measure.MeasurementException;
import dev.semel.bench.work.Payments;
import dev.semel.bench.work.Samples;
import io.eventuate.tram.consumer.common.DuplicateMessageDetector;
import io.eventuate.tram.messaging.common.Message;
import io.eventuate.tram.messaging.common.SubscriberIdAndMessage;
import io.eventuate.tram.messaging.producer.MessageBuilder;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.springframework.integration.jdbc.metadata.JdbcMetadataStore;
import org.springframework.integration.selector.MetadataStoreSelector;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.transaction.support.TransactionTemplate;

/** Those that stand on Spring's transactions. Each takes messages one by one. */
final class SpringContenders {
  private final DataSource dataSource;
  private final TransactionTemplate transactions;
  private final JdbcTemplate jdbc;

  SpringContenders(DataSource dataSource) {
    this.dataSource = dataSource;
    this.transactions = new TransactionTemplate(new JdbcTransactionManager(dataSource));
    this.jdbc = new JdbcTemplate(dataSource);
  }

  /** A row in a table of received messages, inserted in the transaction of the handler. */
  Contender eventuate() {
    DuplicateMessageDetector detector = EventuateDetector.on(jdbc, transactions);
    return messageIds -> messageIds.forEach(id -> consume(detector, id));
  }

  private void consume(DuplicateMessageDetector detector, String messageId) {
    AtomicBoolean isApplied = new AtomicBoolean();
    Message message =
        MessageBuilder.withPayload(Samples.PAYLOAD).withHeader(Message.ID, messageId).build();
    detector.doWithMessage(
        new SubscriberIdAndMessage("bench", message),
        () -> {
          insert();
          isApplied.set(true);
        });
    refuseUnless(isApplied.get());
  }

  /** The idempotent receiver's selector on a metadata store, in a transaction with the effect. */
  Contender springIntegration() {
    JdbcMetadataStore store = new JdbcMetadataStore(dataSource);
    store.afterPropertiesSet();
    MetadataStoreSelector selector =
        new MetadataStoreSelector(message -> message.getPayload().toString(), store);
    return messageIds ->
        messageIds.forEach(id -> consume(() -> selector.accept(new GenericMessage<>(id))));
  }

  /** The repository of the idempotent consumer, in a transaction with the effect. */
  Contender camel() {
    JdbcMessageIdRepository repository =
        new JdbcMessageIdRepository(dataSource, transactions, "bench");
    repository.start();
    return messageIds -> messageIds.forEach(id -> consume(() -> repository.add(id)));
  }

  private void consume(BooleanSupplier isNew) {
    transactions.executeWithoutResult(
        status -> {
          refuseUnless(isNew.getAsBoolean());
          insert();
        });
  }

  private static void refuseUnless(boolean isNew) {
    if (!isNew) {
      throw new MeasurementException("a new message was taken for a duplicate", null);
    }
  }

  private void insert() {
    Objects.requireNonNull(
        jdbc.execute(
            (ConnectionCallback<Boolean>)
                connection -> {
                  Payments.pay(connection, Samples.NOTE);
                  return true;
                }));
  }
}
