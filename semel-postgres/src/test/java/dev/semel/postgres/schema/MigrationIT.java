package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.ConfigurationException;
import dev.semel.Semel;
import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bringing the schema up to date. */
class MigrationIT {
  private static final int NODES = 20;

  private final PostgresDatabase database = SchemaSupport.emptyDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void makesASchemaThatIsWhatTheStoreNeeds() {
    SchemaSupport.schemaIn(database).migrate();

    SchemaSupport.schemaIn(database).validate();
    SchemaSupport.useEverything(Semel.on(PostgresStore.on(database.dataSource())));
  }

  @Test
  void appliedTwiceItDoesNothing() {
    SchemaSupport.schemaIn(database).migrate();
    var before = everythingThatCouldChange();

    SchemaSupport.schemaIn(database).migrate();

    assertThat(everythingThatCouldChange()).isEqualTo(before);
  }

  /** The catalog's row versions, and the history: what is rewritten gets another one. */
  private List<Map<String, @Nullable Object>> everythingThatCouldChange() {
    return database.query(
        """
        SELECT c.oid::text AS what, c.xmin::text AS version FROM pg_class AS c WHERE c.relnamespace = 'semel'::regnamespace
        UNION ALL
        SELECT version::text, xmin::text || applied_at FROM semel.migration
        ORDER BY 1, 2
        """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"read committed", "repeatable read", "serializable"})
  void twentyNodesMayMigrateAtOnceWhateverTheirIsolation(String isolation) {
    DataSource dataSource =
        database.dataSource(
            Map.of("options", "-c default_transaction_isolation=" + isolation.replace(" ", "\\ ")));
    CyclicBarrier allReady = new CyclicBarrier(NODES);

    List<CompletableFuture<Void>> nodes =
        IntStream.range(0, NODES)
            .mapToObj(node -> startNode(() -> migrateWithTheOthers(dataSource, allReady)))
            .toList();
    nodes.forEach(node -> node.orTimeout(60, TimeUnit.SECONDS).join());

    assertThat(database.queryLong("SELECT count(*) FROM semel.migration"))
        .isEqualTo(database.queryLong("SELECT count(DISTINCT version) FROM semel.migration"));
    SchemaSupport.schemaIn(database).validate();
  }

  private static CompletableFuture<Void> startNode(Runnable node) {
    return CompletableFuture.runAsync(node, task -> new Thread(task, "node").start());
  }

  private static void migrateWithTheOthers(DataSource dataSource, CyclicBarrier allReady) {
    try {
      allReady.await(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("the others did not come", e);
    }
    PostgresStore.builder(dataSource).migrate().build();
  }

  @Test
  void aMigrationThatIsCutOffLeavesNothingBehindAndCanBeRepeated() {
    try (FaultProxy proxy = FaultProxy.to(database.host(), database.port())) {
      DataSource broken = database.dataSourceVia(proxy.host(), proxy.port());
      proxy.onMessage("CREATE TABLE outbox").cutBefore();

      assertThatExceptionOfType(ConfigurationException.class)
          .isThrownBy(() -> PostgresStore.builder(broken).migrate().build())
          .withMessageContaining("could not migrate the schema semel");

      assertThat(database.queryLong("SELECT count(*) FROM pg_tables WHERE schemaname = 'semel'"))
          .isZero();
      PostgresStore.builder(broken).migrate().build();
    }
    SchemaSupport.schemaIn(database).validate();
  }

  @Test
  void aMigrationThatWasAppliedInAnotherFormIsRefused() {
    SchemaSupport.schemaIn(database).migrate();
    database.execute("UPDATE semel.migration SET checksum = 'another' WHERE version = 1");

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> SchemaSupport.schemaIn(database).migrate())
        .withMessageContaining("V001__intents.sql was applied to schema semel in another form")
        .withMessageContaining("are two versions of Semel mixed up?");
  }

  /** A pool that was handed a connection with other settings must get it back as it was. */
  @Test
  void theConnectionIsGivenBackAsItWas() throws Exception {
    try (var kept = database.connect()) {
      DataSource same =
          (DataSource)
              Proxy.newProxyInstance(
                  DataSource.class.getClassLoader(),
                  new Class<?>[] {DataSource.class},
                  (self, method, arguments) -> uncloseable(kept));
      PostgresSchema.named(same, "semel").migrate();

      assertThat(kept.getAutoCommit()).isTrue();
      assertThat(kept.getSchema()).isEqualTo("public");
    }
  }

  private static Object uncloseable(Connection kept) {
    return Proxy.newProxyInstance(
        DataSource.class.getClassLoader(),
        new Class<?>[] {Connection.class},
        (self, method, arguments) ->
            method.getName().equals("close") ? null : method.invoke(kept, arguments));
  }
}
