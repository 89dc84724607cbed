package dev.semel.spring.transaction;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.testing.crash.Trial;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Nodes of an application that takes payments, one for each way to a database whose tables are
 * there. Safe for use by several threads.
 */
abstract class PayingNodes implements AutoCloseable {
  private final Map<DataSource, ConfigurableApplicationContext> nodes = new ConcurrentHashMap<>();
  private final Class<?> application;

  /**
   * @param application what is auto-configured
   */
  PayingNodes(Class<?> application) {
    this.application = application;
  }

  /** Inserts a payment the way this application does. */
  abstract void insertPayment(ApplicationContext node, String key, String receipt);

  /** Pays by a command in a transaction that its caller began and commits. */
  final @Nullable Object payInTransactionOfCaller(Trial trial) {
    ApplicationContext node = node(trial);
    TransactionTemplate caller =
        new TransactionTemplate(node.getBean(PlatformTransactionManager.class));
    return caller.execute(
        status ->
            node.getBean(Semel.class)
                .once(Till.pay(trial.key()), effect -> pay(node, trial.key(), effect::publish))
                .orElseThrow());
  }

  /** Pays by a command in a transaction of its own. */
  final Object payInTransactionOfItsOwn(Trial trial) {
    ApplicationContext node = node(trial);
    return node.getBean(Semel.class)
        .once(Till.pay(trial.key()), effect -> pay(node, trial.key(), effect::publish))
        .orElseThrow();
  }

  /** Tells the world. */
  @FunctionalInterface
  private interface Publisher {
    void publish(Event event);
  }

  private String pay(ApplicationContext node, String key, Publisher publisher) {
    String receipt = UUID.randomUUID().toString();
    insertPayment(node, key, receipt);
    publisher.publish(Event.of("payment", key, "Paid", "{}"));
    return receipt;
  }

  private ApplicationContext node(Trial trial) {
    return nodes.computeIfAbsent(trial.dataSource(), this::start);
  }

  /** Nothing that it asks the database at its start may be taken for a step of a command. */
  private ConfigurableApplicationContext start(DataSource source) {
    return new SpringApplicationBuilder(application)
        .web(WebApplicationType.NONE)
        .properties("semel.postgres.migrate=false")
        .initializers(
            context ->
                ((GenericApplicationContext) context)
                    .registerBean(DataSource.class, () -> pooled(source)))
        .run();
  }

  private static DataSource pooled(DataSource source) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(4);
    config.setMinimumIdle(0);
    return new HikariDataSource(config);
  }

  @Override
  public final void close() {
    nodes.values().forEach(ConfigurableApplicationContext::close);
  }
}
