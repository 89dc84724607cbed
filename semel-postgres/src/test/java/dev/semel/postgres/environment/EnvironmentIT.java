package dev.semel.postgres.environment;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The core scenarios in every environment. The contract suites run there in the thorough run. */
@ExtendWith(PostgresExtension.class)
class EnvironmentIT {
  private final PostgresDatabase database;

  EnvironmentIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeAll
  static void createTables(PostgresDatabase database) {
    PostgresStore.builder(database.dataSource()).migrate().build();
    database.execute("CREATE TABLE effect (key text NOT NULL)");
  }

  static Stream<Environment> environments() {
    return Environments.all();
  }

  @ParameterizedTest
  @MethodSource("environments")
  void everyCoreScenarioPasses(Environment environment) {
    try (OpenEnvironment open = environment.open(database);
        HikariDataSource pool = open.newPool(environment.connections())) {
      new CoreScenarios(database, pool).runAll(environment.name());
    }
  }
}
