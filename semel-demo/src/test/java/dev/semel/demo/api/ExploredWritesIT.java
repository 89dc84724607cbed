package dev.semel.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.demo.DemoApplication;
import dev.semel.demo.broker.Broker;
import dev.semel.demo.database.ExternalDatabase;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.CrashReport;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Each command of the service, sent to a node that breaks at each of its requests to the database,
 * and sent again to another: one effect, one audit entry, one event, one answer.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExploredWritesIT {
  private final PostgresDatabase database;
  private final Map<String, ConfigurableApplicationContext> nodes = new ConcurrentHashMap<>();
  private final Map<String, String> cases = new ConcurrentHashMap<>();

  ExploredWritesIT(PostgresDatabase database) {
    this.database = database;
  }

  @AfterAll
  void stop() {
    nodes.values().forEach(ConfigurableApplicationContext::close);
  }

  @ParameterizedTest
  @EnumSource
  void isDoneOnceWhateverBreaks(Write write, CrashExplorer explorer) {
    CrashReport report =
        explorer
            // A lost reply within a transaction is a cut before the next request.
            .atBothEnds(
                CrashFault.REPLY_LOST, CrashFault.SERIALIZATION_FAILURE, CrashFault.DEADLOCK)
            .preparing((it, key) -> prepare(write, key))
            .check("the ledger is in balance", (it, key) -> isInBalance(it))
            .explore(trial -> send(write, trial.key(), api(trial.jdbcUrl())));

    assertThat(report.steps()).hasSizeGreaterThan(3);
  }

  private static void isInBalance(PostgresDatabase database) {
    assertThat(
            database.queryLong(
                "SELECT coalesce(sum(debit_cents) - sum(credit_cents), 0) FROM casework.ledger_entry"))
        .isZero();
  }

  private void prepare(Write write, String key) {
    Api api = api(database.jdbcUrl());
    String caseId = write == Write.OPEN ? "none yet" : api.openCase("north-olga");
    write.prepare(api, caseId);
    cases.put(key, caseId);
    // An officer has twenty cases at most.
    database.execute("UPDATE casework.assignment SET ended_at = now() WHERE ended_at IS NULL");
  }

  private Object send(Write write, String key, Api api) {
    Answer answer = write.send(api, key, cases.getOrDefault(key, ""));
    if (answer.status() != 200 && answer.status() != 201) {
      throw new IllegalStateException(answer.toString());
    }
    return answer.toString();
  }

  private Api api(String jdbcUrl) {
    ConfigurableApplicationContext node = nodes.computeIfAbsent(jdbcUrl, ExploredWritesIT::start);
    return new Api(node.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
  }

  /** Without a broker, so that nothing is under way but what is explored. */
  private static ConfigurableApplicationContext start(String jdbcUrl) {
    ExternalDatabase external = new ExternalDatabase(jdbcUrl, null, null);
    return new SpringApplicationBuilder(DemoApplication.class)
        .initializers(
            context -> {
              context.getBeanFactory().registerSingleton("database", external);
              context.getBeanFactory().registerSingleton("broker", Broker.none());
            })
        .run(
            "--server.port=0",
            "--spring.datasource.url=" + jdbcUrl,
            "--spring.datasource.hikari.maximum-pool-size=4");
  }
}
