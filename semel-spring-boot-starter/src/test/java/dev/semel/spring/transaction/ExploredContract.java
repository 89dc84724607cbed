package dev.semel.spring.transaction;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.spring.JoiningSemel;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Commands in Spring's transactions, broken at each request to the database, and tried again by
 * another node.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ExploredContract {
  private final Map<DataSource, ConfigurableApplicationContext> nodes = new ConcurrentHashMap<>();
  private @Nullable Till till;

  /** What is auto-configured. */
  abstract Class<?> configuration();

  /** Inserts a payment the way this application does. */
  abstract void insertPayment(ApplicationContext node, String key, String receipt);

  /** How many faults may find that their step does not come in every run. */
  abstract int mayMiss();

  @BeforeAll
  void makeTill(PostgresDatabase database) {
    till = new Till(database);
  }

  @AfterAll
  void stop() {
    nodes.values().forEach(ConfigurableApplicationContext::close);
  }

  private ApplicationContext node(Trial trial) {
    return nodes.computeIfAbsent(trial.dataSource(), this::start);
  }

  private ConfigurableApplicationContext start(DataSource source) {
    return new SpringApplicationBuilder(configuration())
        .web(WebApplicationType.NONE)
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

  @Test
  void aCommandThatJoinsTheTransactionOfItsCaller(CrashExplorer explorer) {
    explore(
        explorer,
        trial -> {
          ApplicationContext node = node(trial);
          TransactionTemplate caller =
              new TransactionTemplate(node.getBean(PlatformTransactionManager.class));
          return caller.execute(
              status ->
                  node.getBean(JoiningSemel.class)
                      .once(
                          Till.pay(trial.key()), effect -> pay(node, trial.key(), effect::publish))
                      .orElseThrow());
        });
  }

  @Test
  void aCommandInATransactionOfItsOwn(CrashExplorer explorer) {
    explore(
        explorer,
        trial -> {
          ApplicationContext node = node(trial);
          return node.getBean(Semel.class)
              .once(Till.pay(trial.key()), effect -> pay(node, trial.key(), effect::publish))
              .orElseThrow();
        });
  }

  private void explore(CrashExplorer explorer, CrashHandler handler) {
    explorer
        .check("one payment", (database, key) -> Objects.requireNonNull(till).assertPaidOnce(key))
        .mayMiss(mayMiss())
        .explore(handler);
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
}
