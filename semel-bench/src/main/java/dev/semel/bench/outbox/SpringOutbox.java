package dev.semel.bench.outbox;

import dev.semel.bench.spring.SpringApplications;
import dev.semel.bench.work.Payments;
import dev.semel.bench.work.Samples;
import java.sql.Connection;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** An outbox that is a part of an application of Spring Boot. */
abstract class SpringOutbox implements Contender {
  private final ConfigurableApplicationContext context;
  private final TransactionTemplate transactions;
  private final JdbcTemplate jdbc;

  SpringOutbox(Place place, Class<?> application, Map<String, Object> properties) {
    this.context =
        SpringApplications.start(Place.class, place, properties, application, SpringParts.class);
    this.transactions = bean(TransactionTemplate.class);
    this.jdbc = new JdbcTemplate(bean(DataSource.class));
  }

  final <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  final ApplicationEventPublisher publisher() {
    return context;
  }

  final JdbcTemplate jdbc() {
    return jdbc;
  }

  /** Publishes in the transaction of the caller. */
  abstract void publish(PaymentMade event);

  @Override
  public void pay() {
    transactions.executeWithoutResult(status -> insert());
  }

  @Override
  public void payAndPublish(int number) {
    transactions.executeWithoutResult(
        status -> {
          insert();
          publish(PaymentMade.of(number));
        });
  }

  private void insert() {
    Objects.requireNonNull(
        jdbc.execute(
            (ConnectionCallback<Boolean>)
                (Connection connection) -> {
                  Payments.pay(connection, Samples.NOTE);
                  return true;
                }));
  }

  @Override
  public void close() {
    context.close();
  }
}
