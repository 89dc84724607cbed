package dev.semel.spring.setup;

import static dev.semel.spring.setup.Managers.manager;
import static dev.semel.spring.setup.Refusals.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.ConfigurationException;
import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.json.SemelJson;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.SemelListener;
import dev.semel.spi.StateChange;
import dev.semel.spring.PostgresStoreBuilderCustomizer;
import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.spring.SemelBuilderCustomizer;
import dev.semel.spring.UnsafeSetupException;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

class SetupIT {
  private static final Operation<String, Done> NOTE =
      Operation.named("note").taking(Fingerprinter.text()).answeringNothing();

  private final PostgresDatabase database = PostgresServer.shared().newDatabase("setup");
  private final DataSource dataSource = database.dataSource();
  private final DataSource second = database.dataSource();

  private final ApplicationContextRunner bare =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  DataSourceTransactionManagerAutoConfiguration.class,
                  TransactionAutoConfiguration.class,
                  FlywayAutoConfiguration.class,
                  SemelAutoConfiguration.class))
          .withPropertyValues("spring.flyway.enabled=false");

  private final ApplicationContextRunner one =
      bare.withBean("dataSource", DataSource.class, () -> dataSource);

  private final ApplicationContextRunner two =
      one.withBean("second", DataSource.class, () -> second);

  @AfterEach
  void drop() {
    database.close();
  }

  private static Outcome<Done> note(AssertableApplicationContext context) {
    return context.getBean(Semel.class).perform(NOTE.intent("acme", "n-1", "x"), effect -> {});
  }

  @Test
  void aDataSourceAloneIsEnough() {
    one.run(
        context -> {
          assertThat(context)
              .hasSingleBean(Semel.class)
              .hasSingleBean(PostgresStore.class)
              .hasSingleBean(SemelJson.class);
          assertThat(note(context)).isInstanceOf(Outcome.Executed.class);
        });
  }

  @Test
  void withoutADataSourceThereIsNothing() {
    bare.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Semel.class));
  }

  @Test
  void ofTwoDataSourcesNoneIsGuessed() {
    two.run(
        context -> {
          UnsafeSetupException refusal = refusal(context);
          assertThat(refusal.problem())
              .isEqualTo(
                  "There are 2 data sources (dataSource, second), and nothing says which of them the commands write to");
          assertThat(refusal.action()).startsWith("Set semel.data-source to the name");
        });
  }

  @Test
  void notEvenThePrimaryOne() {
    one.withBean(
            "second", DataSource.class, () -> second, definition -> definition.setPrimary(true))
        .run(context -> assertThat(refusal(context).problem()).contains("2 data sources"));
  }

  @Test
  void aDataSourceThatIsNotThereIsNamed() {
    two.withPropertyValues("semel.data-source=orders")
        .run(
            context -> {
              assertThat(refusal(context).problem())
                  .isEqualTo(
                      "semel.data-source is 'orders', and there is no DataSource of that name");
              assertThat(refusal(context).action())
                  .isEqualTo("Set it to one of: dataSource, second");
            });
  }

  @Test
  void theManagerOfTheChosenDataSourceIsFound() {
    two.withInitializer(manager("firstManager", "dataSource"))
        .withInitializer(manager("secondManager", "second"))
        .withPropertyValues("semel.data-source=second")
        .run(context -> assertThat(note(context)).isInstanceOf(Outcome.Executed.class));
  }

  @Test
  void aDataSourceThatNobodyManagesIsRefused() {
    two.withInitializer(manager("firstManager", "dataSource"))
        .withPropertyValues("semel.data-source=second")
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining("No transaction manager manages the data source")
                    .hasMessageContaining("there are firstManager")
                    .hasMessageContaining("Define a JdbcTransactionManager"));
  }

  @Test
  void ofTwoManagersOfTheDataSourceNoneIsGuessed() {
    one.withInitializer(manager("firstManager", "dataSource"))
        .withInitializer(manager("secondManager", "dataSource"))
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining("(firstManager, secondManager)")
                    .hasMessageContaining("Set semel.transaction-manager"));
  }

  @Test
  void theManagerMayBeNamed() {
    one.withInitializer(manager("firstManager", "dataSource"))
        .withInitializer(manager("secondManager", "dataSource"))
        .withPropertyValues("semel.transaction-manager=secondManager")
        .run(context -> assertThat(note(context)).isInstanceOf(Outcome.Executed.class));
  }

  @Test
  void theManagerOfAnotherDataSourceIsRefused() {
    two.withInitializer(manager("firstManager", "dataSource"))
        .withInitializer(manager("secondManager", "second"))
        .withPropertyValues(
            "semel.data-source=dataSource", "semel.transaction-manager=secondManager")
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining(
                        "The transaction manager 'secondManager' does not manage the data source"));
  }

  @Test
  void aProxyThatKnowsOfTransactionsIsLookedBehind() {
    bare.withBean(
            "dataSource", DataSource.class, () -> new TransactionAwareDataSourceProxy(dataSource))
        .run(context -> assertThat(note(context)).isInstanceOf(Outcome.Executed.class));
  }

  @Test
  void withoutMigrationMissingTablesAreNamed() {
    one.withPropertyValues("semel.postgres.migrate=false")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("semel"));
  }

  @Test
  void flywayMayMigrateAndIsWaitedFor() {
    one.withPropertyValues(
            "semel.postgres.migrate=false",
            "spring.flyway.enabled=true",
            "spring.flyway.default-schema=semel",
            "spring.flyway.locations=classpath:dev/semel/postgres/migration")
        .run(context -> assertThat(note(context)).isInstanceOf(Outcome.Executed.class));
  }

  @Test
  void theSchemaMayHaveAnotherName() {
    one.withPropertyValues("semel.postgres.schema=once")
        .run(
            context -> {
              note(context);
              assertThat(database.queryLong("SELECT count(*) FROM once.intent")).isEqualTo(1);
            });
  }

  @Test
  void beansOfTheApplicationWin() {
    Semel own = Semel.on(PostgresStore.builder(dataSource).migrate().build());
    one.withBean("own", Semel.class, () -> own)
        .run(context -> assertThat(context.getBean(Semel.class)).isSameAs(own));
  }

  @Test
  void listenersAreTold() {
    List<StateChange> changes = new CopyOnWriteArrayList<>();
    one.withBean("listener", SemelListener.class, () -> changes::add)
        .run(
            context -> {
              note(context);
              assertThat(changes).hasOnlyElementsOfType(StateChange.Executed.class).hasSize(1);
            });
  }

  @Test
  void customizersAreAsked() {
    Instant fixed = Instant.parse("2031-05-17T08:00:00Z");
    List<StateChange> changes = new CopyOnWriteArrayList<>();
    one.withBean(PostgresStoreBuilderCustomizer.class, () -> builder -> builder.clock(() -> fixed))
        .withBean(SemelBuilderCustomizer.class, () -> builder -> builder.listener(changes::add))
        .run(
            context -> {
              note(context);
              assertThat(changes).hasSize(1);
              assertThat(
                      database.queryLong(
                          "SELECT count(*) FROM semel.intent WHERE settled_at = ?::timestamptz",
                          fixed.toString()))
                  .isEqualTo(1);
            });
  }
}
