package dev.semel.bench.contender;

import static dev.semel.bench.contender.SpringContext.inTransaction;
import static java.util.Objects.requireNonNull;

import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A route of Camel's with an idempotent consumer on a table. */
final class CamelContender implements Contender {
  private static final String START = "direct:payments";
  private static final String MESSAGE_ID = "messageId";
  private static final String TOLD = "told";

  private final Desk desk;
  private final boolean inTransaction;
  private final TransactionTemplate transactions;
  private final JdbcTemplate jdbc;
  private final DefaultCamelContext camel = new DefaultCamelContext();
  private final ProducerTemplate producer;

  /**
   * @param inTransaction whether the caller has begun a transaction and written a row, and the
   *     route works in it, or works by itself
   */
  CamelContender(Desk desk, boolean inTransaction) throws Exception {
    this.desk = desk;
    this.inTransaction = inTransaction;
    this.transactions = new TransactionTemplate(new JdbcTransactionManager(desk.pool()));
    this.jdbc = new JdbcTemplate(desk.pool());
    camel.addRoutes(route(new JdbcMessageIdRepository(desk.pool(), transactions, "payments")));
    camel.start();
    this.producer = camel.createProducerTemplate();
  }

  private RouteBuilder route(JdbcMessageIdRepository repository) {
    return new RouteBuilder() {
      @Override
      public void configure() {
        from(START)
            .idempotentConsumer(header(MESSAGE_ID), repository)
            .process(exchange -> exchange.setProperty(TOLD, work(callIn(exchange))));
      }
    };
  }

  private static Call callIn(Exchange exchange) {
    return new Call(
        requireNonNull(exchange.getMessage().getHeader(MESSAGE_ID, String.class)),
        requireNonNull(exchange.getMessage().getBody(String.class)));
  }

  private String work(Call call) {
    return inTransaction(jdbc, connection -> desk.work(connection, call));
  }

  @Override
  public String take(Call call) {
    if (!inTransaction) {
      return send(call);
    }
    return requireNonNull(
        transactions.execute(
            status -> {
              inTransaction(
                  jdbc,
                  connection -> {
                    desk.note(connection, call);
                    return true;
                  });
              return send(call);
            }));
  }

  private String send(Call call) {
    Exchange done =
        producer.send(
            START,
            exchange -> {
              exchange.getMessage().setHeader(MESSAGE_ID, call.key());
              exchange.getMessage().setBody(call.payload());
            });
    if (done.getException() != null) {
      throw new IllegalStateException("the route failed", done.getException());
    }
    String told = done.getProperty(TOLD, String.class);
    return told == null ? "skipped as a duplicate" : told;
  }

  @Override
  public void close() {
    camel.stop();
  }
}
