package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.ConfigurationException;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A user who may read and write rows, and may neither make nor change a table. */
class LeastRightsIT {
  private final PostgresDatabase database = SchemaSupport.migratedDatabase();
  private final String role = "clerk_" + UUID.randomUUID().toString().replace("-", "");
  private final DataSource dataSource = database.dataSource(Map.of("user", role));

  @BeforeEach
  void makeTheUser() {
    database.execute(
        """
        CREATE ROLE %1$s LOGIN;
        GRANT USAGE ON SCHEMA semel TO %1$s;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA semel TO %1$s
        """
            .formatted(role));
  }

  @AfterEach
  void dropTheUser() {
    database.execute("DROP OWNED BY %1$s; DROP ROLE %1$s".formatted(role));
    database.close();
  }

  @Test
  void canRunEverythingButMigrations() {
    SchemaSupport.useEverything(Semel.on(PostgresStore.on(dataSource)));
    SchemaSupport.useInbox(PostgresStore.on(dataSource));
  }

  @Test
  void isToldWhyItCannotMigrate() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> PostgresStore.builder(dataSource).schema("another").migrate().build())
        .withMessageContaining("could not migrate the schema another")
        .withMessageContaining("42501");
  }
}
