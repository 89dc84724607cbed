package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.ConfigurationException;
import dev.semel.Semel;
import dev.semel.postgres.PostgresComponent;
import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.postgres.webhook.PostgresEndpoints;
import dev.semel.relay.OutboxRetention;
import dev.semel.testing.postgres.PostgresDatabase;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A component is only built for a role that has the rights it needs. */
class RightsIT {
  private static PostgresDatabase database;

  private final String role = "app_" + UUID.randomUUID().toString().replace("-", "");
  private DataSource dataSource;

  @BeforeAll
  static void makeDatabase() {
    database = SchemaSupport.migratedDatabase();
    database.execute("REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA semel FROM PUBLIC");
  }

  @AfterAll
  static void dropDatabase() {
    database.close();
  }

  @BeforeEach
  void makeRole() {
    database.execute("CREATE ROLE %s LOGIN".formatted(role));
    dataSource = database.dataSource(Map.of("user", role));
  }

  @AfterEach
  void dropRole() {
    database.execute("DROP OWNED BY %1$s; DROP ROLE %1$s".formatted(role));
  }

  /** The components that stand on the rights of another one. */
  private static Set<PostgresComponent> withBasis(PostgresComponent component) {
    return switch (component) {
      case COMMANDS, RELAY -> EnumSet.of(component);
      case INBOX -> EnumSet.of(PostgresComponent.COMMANDS, component);
      case EVENT_PURGE, WEBHOOKS, DEBEZIUM -> EnumSet.of(PostgresComponent.RELAY, component);
    };
  }

  private List<String> grants(PostgresComponent component) {
    return PostgresSchema.grants("semel", role, withBasis(component));
  }

  private void build(PostgresComponent component) {
    switch (component) {
      case COMMANDS -> PostgresStore.on(dataSource);
      case INBOX -> PostgresStore.on(dataSource).inbox();
      case RELAY -> PostgresRelays.on(dataSource);
      case EVENT_PURGE ->
          PostgresRelays.on(dataSource).purgeBatch(OutboxRetention.of(Duration.ofDays(1)), 0);
      case WEBHOOKS -> PostgresEndpoints.on(dataSource);
      case DEBEZIUM ->
          PostgresSchema.named(dataSource, "semel").requireRights(PostgresComponent.DEBEZIUM);
    }
  }

  @ParameterizedTest
  @EnumSource
  void componentIsBuiltWithTheGrantsThatAreListed(PostgresComponent component) {
    grants(component).forEach(database::execute);
    build(component);
  }

  static Stream<Arguments> everyGrant() {
    return Stream.of(PostgresComponent.values())
        .flatMap(
            component ->
                PostgresSchema.grants("semel", "any_role", Set.of(component)).stream()
                    .map(grant -> Arguments.of(component, grant)));
  }

  /** The statement in the message is run as it was printed. */
  @ParameterizedTest
  @MethodSource("everyGrant")
  void componentIsRefusedWithTheGrantThatIsMissing(PostgresComponent component, String template) {
    String missing = template.replace("any_role", role);
    grants(component).forEach(database::execute);
    database.execute(missing.replace("GRANT", "REVOKE").replace(" TO ", " FROM "));

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> build(component))
        .withMessageContaining("the role " + role + " lacks rights on schema semel")
        .satisfies(refused -> assertThat(printedGrants(refused)).containsExactly(missing))
        .satisfies(refused -> printedGrants(refused).forEach(database::execute));

    build(component);
  }

  private static List<String> printedGrants(Throwable refused) {
    return String.valueOf(refused.getMessage())
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("GRANT"))
        .toList();
  }

  @Test
  void onlyThePrivilegeThatIsMissingIsPrinted() {
    grants(PostgresComponent.COMMANDS).forEach(database::execute);
    database.execute("REVOKE DELETE ON semel.intent FROM %s".formatted(role));

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> build(PostgresComponent.COMMANDS))
        .satisfies(
            refused ->
                assertThat(printedGrants(refused))
                    .containsExactly("GRANT DELETE ON semel.intent TO %s;".formatted(role)));
  }

  @Test
  void everythingWorksWithTheGrantsThatAreListed() {
    grants(PostgresComponent.INBOX).forEach(database::execute);
    SchemaSupport.useEverything(Semel.on(PostgresStore.on(dataSource)));
    SchemaSupport.useInbox(PostgresStore.on(dataSource));
  }

  @Test
  void schemaAndRoleOfAnyNameAreQuoted() {
    assertThat(PostgresSchema.grants("order", "Ann \"A\"", List.of(PostgresComponent.EVENT_PURGE)))
        .containsExactly(
            "GRANT USAGE ON SCHEMA \"order\" TO \"Ann \"\"A\"\"\";",
            "GRANT UPDATE, DELETE ON \"order\".outbox TO \"Ann \"\"A\"\"\";");
    assertThat(grantsOf("session_user")).allMatch(grant -> grant.endsWith("\"session_user\";"));
    assertThat(grantsOf("casework_app")).allMatch(grant -> grant.endsWith("TO casework_app;"));
  }

  private static List<String> grantsOf(String name) {
    return PostgresSchema.grants("semel", name, List.of(PostgresComponent.COMMANDS));
  }
}
