package dev.semel.spring.transaction;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application of Spring Boot with a {@link Till}, whose connections go through a proxy. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SpringTillContract {
  private @Nullable Till till;
  private @Nullable FaultProxy proxy;
  private @Nullable ConfigurableApplicationContext application;

  /** Of the test that is running. */
  String key = "";

  /** What is auto-configured. */
  abstract Class<?> configuration();

  /** Inserts a payment the way this application does. */
  abstract void insertPayment(String paymentKey, String receipt);

  @BeforeAll
  void start(PostgresDatabase database) {
    till = new Till(database);
    FaultProxy started = FaultProxy.to(database.host(), database.port());
    proxy = started;
    DataSource dataSource = pooled(database.dataSourceVia(started.host(), started.port()));
    application =
        new SpringApplicationBuilder(configuration())
            .web(WebApplicationType.NONE)
            .initializers(
                context ->
                    ((GenericApplicationContext) context)
                        .registerBean(DataSource.class, () -> dataSource))
            .run();
  }

  /** As in an application: a pool closes what it sees broken, under whoever works on it. */
  private static DataSource pooled(DataSource dataSource) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(dataSource);
    config.setMaximumPoolSize(4);
    config.setMinimumIdle(0);
    return new HikariDataSource(config);
  }

  @AfterAll
  void stop() {
    Objects.requireNonNull(application).close();
    proxy().close();
  }

  @BeforeEach
  void takeANewKey() {
    key = Till.newKey();
  }

  @AfterEach
  void heal() {
    proxy().heal();
  }

  /** Pays under the key of the test, with the key as the receipt. */
  String pay() {
    insertPayment(key, key);
    return key;
  }

  <T> T bean(Class<T> type) {
    return Objects.requireNonNull(application).getBean(type);
  }

  Till till() {
    return Objects.requireNonNull(till);
  }

  FaultProxy proxy() {
    return Objects.requireNonNull(proxy);
  }

  Semel semel() {
    return bean(Semel.class);
  }

  Semel joining() {
    return bean(Semel.class);
  }

  TransactionTemplate template(int propagation) {
    TransactionTemplate template = new TransactionTemplate(bean(PlatformTransactionManager.class));
    template.setPropagationBehavior(propagation);
    return template;
  }
}
