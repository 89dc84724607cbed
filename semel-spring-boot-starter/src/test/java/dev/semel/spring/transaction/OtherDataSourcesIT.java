package dev.semel.spring.transaction;

import static dev.semel.spring.setup.Managers.manager;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.TransactionMisuseException;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An effect that strays to a data source that does not commit with it. */
@ExtendWith(PostgresExtension.class)
class OtherDataSourcesIT {
  private final Till till;
  private final PostgresDatabase database;
  private DataSource commands;
  private DataSource reports;
  private final String key = Till.newKey();

  OtherDataSourcesIT(PostgresDatabase database) {
    this.till = new Till(database);
    this.database = database;
    this.commands = database.dataSource();
    this.reports = database.dataSource();
    database.execute("CREATE TABLE IF NOT EXISTS report (intent_key text)");
  }

  private void run(ContextConsumer<AssertableApplicationContext> test, String... properties) {
    new ApplicationContextRunner()
        .withUserConfiguration(JdbcApplication.class)
        .withBean("commands", DataSource.class, database::dataSource)
        .withBean("reports", DataSource.class, database::dataSource)
        .withInitializer(manager("commandsManager", "commands"))
        .withInitializer(manager("reportsManager", "reports"))
        .withPropertyValues("semel.data-source=commands")
        .withPropertyValues(properties)
        .run(
            context -> {
              commands = context.getBean("commands", DataSource.class);
              reports = context.getBean("reports", DataSource.class);
              test.accept(context);
            });
  }

  private String pay() {
    JdbcClient.create(commands)
        .sql("INSERT INTO payment (intent_key) VALUES (?)")
        .param(key)
        .update();
    return key;
  }

  private long reports() {
    return JdbcClient.create(reports).sql("SELECT count(*) FROM report").query(Long.class).single();
  }

  private String payAndLookAtReports() {
    pay();
    reports();
    return key;
  }

  @Test
  void aSecondDataSourceInAnEffectIsRefused() {
    run(
        context -> {
          Semel semel = context.getBean(Semel.class);
          assertThatExceptionOfType(TransactionMisuseException.class)
              .isThrownBy(() -> semel.once(Till.pay(key), effect -> payAndLookAtReports()))
              .withMessageContaining("used a second data source")
              .withMessageContaining("semel.transactions.other-data-sources=allowed");
          till.assertNothingStored(key);
        });
  }

  @Test
  void inACallersTransactionToo() {
    run(
        context -> {
          Semel semel = context.getBean(Semel.class);
          assertThatExceptionOfType(TransactionMisuseException.class)
              .isThrownBy(
                  () ->
                      template(context, "commandsManager")
                          .execute(
                              status -> semel.once(Till.pay(key), effect -> payAndLookAtReports())))
              .withMessageContaining("used a second data source");
          till.assertNothingStored(key);
        });
  }

  @Test
  void itIsAllowedWhereTheSettingsSaySo() {
    run(
        context -> {
          Outcome<String> outcome =
              context.getBean(Semel.class).once(Till.pay(key), effect -> payAndLookAtReports());
          assertThat(outcome).isEqualTo(new Outcome.Executed<>(key));
          till.assertPaidOnce(key);
        },
        "semel.transactions.other-data-sources=allowed");
  }

  @Test
  void aProxyOfTheSameDataSourceIsNoOther() {
    run(
        context -> {
          JdbcClient proxied = JdbcClient.create(new TransactionAwareDataSourceProxy(commands));
          context
              .getBean(Semel.class)
              .once(
                  Till.pay(key),
                  effect -> {
                    proxied.sql("INSERT INTO payment (intent_key) VALUES (?)").param(key).update();
                    return key;
                  });
          till.assertPaidOnce(key);
        });
  }

  @Test
  void aTransactionOfAnotherManagerInAnEffectIsRefused() {
    run(
        context -> {
          Semel semel = context.getBean(Semel.class);
          TransactionTemplate other = template(context, "reportsManager");
          assertThatExceptionOfType(TransactionMisuseException.class)
              .isThrownBy(() -> semel.once(Till.pay(key), effect -> other.execute(status -> pay())))
              .withMessageContaining("transactions of another manager");
          till.assertNothingStored(key);
        });
  }

  @Test
  void aTransactionOfAnotherManagerCannotBeJoined() {
    run(
        context -> {
          Semel semel = context.getBean(Semel.class);
          TransactionTemplate other = template(context, "reportsManager");
          assertThatExceptionOfType(TransactionMisuseException.class)
              .isThrownBy(() -> other.execute(status -> semel.once(Till.pay(key), effect -> pay())))
              .withMessageContaining("is not one on the data source that the intents are kept in");
          till.assertNothingStored(key);
        });
  }

  private static TransactionTemplate template(
      AssertableApplicationContext context, String manager) {
    return new TransactionTemplate(context.getBean(manager, JdbcTransactionManager.class));
  }
}
