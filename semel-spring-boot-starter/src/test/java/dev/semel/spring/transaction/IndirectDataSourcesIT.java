package dev.semel.spring.transaction;

import static dev.semel.spring.setup.Managers.manager;
import static dev.semel.spring.setup.Refusals.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Semel;
import dev.semel.jdbc.SelfManaged;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Data sources that decide with each connection where it comes from. */
@ExtendWith(PostgresExtension.class)
class IndirectDataSourcesIT {
  private final Till till;
  private final PostgresDatabase database;
  private final String key = Till.newKey();

  IndirectDataSourcesIT(PostgresDatabase database) {
    this.till = new Till(database);
    this.database = database;
  }

  /** Whether the thread of the test asks for the replica. */
  private static final ThreadLocal<Boolean> READING = ThreadLocal.withInitial(() -> false);

  /** Sends read-only transactions to a replica, and whoever asks for it. */
  static class ReadsFromReplica extends AbstractRoutingDataSource {
    ReadsFromReplica(@Nullable DataSource primary, DataSource replica) {
      if (primary != null) {
        setDefaultTargetDataSource(primary);
      }
      setTargetDataSources(Map.of("replica", replica));
      afterPropertiesSet();
    }

    @Override
    protected @Nullable Object determineCurrentLookupKey() {
      return READING.get() || TransactionSynchronizationManager.isCurrentTransactionReadOnly()
          ? "replica"
          : null;
    }
  }

  private final ApplicationContextRunner bare =
      new ApplicationContextRunner().withUserConfiguration(JdbcApplication.class);

  private ApplicationContextRunner routing() {
    return bare.withBean(
        "routing",
        DataSource.class,
        () -> new ReadsFromReplica(database.dataSource(), database.dataSource()));
  }

  /** Where the targets are beans too, as they often are. */
  private ApplicationContextRunner routingToBeans() {
    return bare.withBean("primary", DataSource.class, database::dataSource)
        .withBean("replica", DataSource.class, database::dataSource)
        .withInitializer(
            context ->
                ((GenericApplicationContext) context)
                    .registerBean(
                        "routing",
                        DataSource.class,
                        () ->
                            new ReadsFromReplica(
                                context.getBean("primary", DataSource.class),
                                context.getBean("replica", DataSource.class))));
  }

  private static ApplicationContextRunner lazy(ApplicationContextRunner runner, String target) {
    return runner.withInitializer(
        context ->
            ((GenericApplicationContext) context)
                .registerBean(
                    "lazy",
                    DataSource.class,
                    () ->
                        new LazyConnectionDataSourceProxy(
                            context.getBean(target, DataSource.class)),
                    definition -> definition.setPrimary(true)));
  }

  private String pay(AssertableApplicationContext context, String dataSource) {
    JdbcClient.create(context.getBean(dataSource, DataSource.class))
        .sql("INSERT INTO payment (intent_key) VALUES (?)")
        .param(key)
        .update();
    return key;
  }

  private long payments(AssertableApplicationContext context, String dataSource) {
    return JdbcClient.create(context.getBean(dataSource, DataSource.class))
        .sql("SELECT count(*) FROM payment WHERE intent_key = ?")
        .param(key)
        .query(Long.class)
        .single();
  }

  /** What the effect writes commits with the record, and everything in it sees one database. */
  private void assertCommandsAreWhole(AssertableApplicationContext context, String dataSource) {
    assertThat(context).hasNotFailed();
    Semel semel = context.getBean(Semel.class);
    TransactionTemplate reading =
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    reading.setReadOnly(true);
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                semel.once(
                    Till.pay(key),
                    effect -> {
                      pay(context, dataSource);
                      throw new IllegalStateException("no");
                    }));
    till.assertNothingStored(key);
    for (int i = 0; i < 2; i++) {
      semel.once(Till.pay(key), effect -> pay(context, dataSource));
    }
    till.assertPaidOnce(key);
    SelfManaged<String> asHandlersDo =
        effect -> {
          pay(context, dataSource);
          READING.set(true);
          assertThat(reading.<Long>execute(status -> payments(context, dataSource))).isEqualTo(2);
          READING.set(false);
          return key;
        };
    semel.once(Till.PAY.intent("acme", key + "-reading", "p"), asHandlersDo);
    assertThat(reading.<Long>execute(status -> payments(context, dataSource))).isEqualTo(2);
  }

  @Test
  void routingDataSourceIsRefused() {
    routing()
        .run(
            context -> {
              assertThat(refusal(context).problem())
                  .startsWith("The data source is a routing one (")
                  .contains("ReadsFromReplica");
              assertThat(refusal(context).action())
                  .contains("by setting semel.data-source to the name of its bean");
            });
  }

  @Test
  void lazyProxyAroundARoutingDataSourceIsRefusedToo() {
    bare.withBean(
            "lazy",
            DataSource.class,
            () ->
                new LazyConnectionDataSourceProxy(
                    new ReadsFromReplica(database.dataSource(), database.dataSource())))
        .run(
            context ->
                assertThat(refusal(context).problem())
                    .startsWith("The data source is a routing one ("));
  }

  @Test
  void routingDataSourceMayBeNamed() {
    routing()
        .withPropertyValues("semel.data-source=routing")
        .run(context -> assertCommandsAreWhole(context, "routing"));
  }

  @Test
  void routingDataSourceOverBeansMayBeNamed() {
    routingToBeans()
        .withInitializer(manager("manager", "routing"))
        .withPropertyValues("semel.data-source=routing")
        .run(context -> assertCommandsAreWhole(context, "routing"));
  }

  @Test
  void routingDataSourceWithoutADefaultTargetIsRefused() {
    bare.withBean(
            "routing", DataSource.class, () -> new ReadsFromReplica(null, database.dataSource()))
        .withPropertyValues("semel.data-source=routing")
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining("'routing' has no default target")
                    .hasMessageContaining("setDefaultTargetDataSource"));
  }

  @Test
  void lazyProxyAroundAPoolBeanMayBeNamed() {
    lazy(bare.withBean("pool", DataSource.class, database::dataSource), "pool")
        .withInitializer(manager("manager", "lazy"))
        .withPropertyValues("semel.data-source=lazy")
        .run(context -> assertCommandsAreWhole(context, "lazy"));
  }

  @Test
  void lazyProxyAroundRoutingBeansMayBeNamed() {
    lazy(routingToBeans(), "routing")
        .withInitializer(manager("manager", "lazy"))
        .withPropertyValues("semel.data-source=lazy")
        .run(context -> assertCommandsAreWhole(context, "lazy"));
  }

  @Test
  void lazyProxyWithoutOtherBeansNeedsNoName() {
    bare.withBean(
            "lazy",
            DataSource.class,
            () -> new LazyConnectionDataSourceProxy(database.dataSource()))
        .run(context -> assertCommandsAreWhole(context, "lazy"));
  }
}
