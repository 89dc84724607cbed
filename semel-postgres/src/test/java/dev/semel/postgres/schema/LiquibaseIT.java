package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Liquibase as the only tool that migrates, with an application's change log. */
class LiquibaseIT {
  private static final String CHANGE_LOG = "dev/semel/postgres/schema/application-changelog.xml";

  private final PostgresDatabase database = SchemaSupport.emptyDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  private void update(String schema) throws Exception {
    try (Connection connection = database.connect()) {
      var target =
          DatabaseFactory.getInstance()
              .findCorrectDatabaseImplementation(new JdbcConnection(connection));
      Liquibase liquibase = new Liquibase(CHANGE_LOG, new ClassLoaderResourceAccessor(), target);
      liquibase.setChangeLogParameter("semel.schema", schema);
      liquibase.update(new Contexts(), new LabelExpression());
    }
  }

  @Test
  void includedChangeLogMakesTheSchemaThatTheStoreNeeds() throws Exception {
    update("semel");
    update("semel");

    PostgresStore store = PostgresStore.builder(database.dataSource()).migrate().build();
    SchemaSupport.useEverything(Semel.on(store));
    assertThat(database.queryLong("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
        .as("Liquibase's two tables, and the two of the application")
        .isEqualTo(4);
  }

  @Test
  void schemaMayHaveAnotherName() throws Exception {
    update("once");

    PostgresSchema.named(database.dataSource(), "once").validate();
  }
}
