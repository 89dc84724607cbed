package dev.semel.postgres.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.ConfigurationException;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Lease;
import dev.semel.LeaseAttempt;
import dev.semel.LeaseTerms;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.PurgeSettings;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.inbox.Aggregate;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.PayloadHash;
import dev.semel.inbox.VersionGuard;
import dev.semel.postgres.PostgresComponent;
import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.time.SettableClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The snippets of the guide on PostgreSQL. */
@ExtendWith(PostgresExtension.class)
class PostgresqlIT {
  private static final Operation<String, String> GREET =
      Operation.named("greet").taking(Fingerprinter.text()).answering(Codec.text());

  private final DataSource dataSource;
  private final PostgresDatabase database;

  PostgresqlIT(PostgresDatabase database) {
    this.database = database;
    this.dataSource = database.dataSource();
  }

  @Test
  void theSchemaIsMadeBySemel() {
    // snippet: migrate
    PostgresStore store = PostgresStore.builder(dataSource).migrate().build();
    // end snippet
    assertThat(Semel.on(store).once(GREET.intent("acme", "1", "Ada"), effect -> "hello").isDone())
        .isTrue();
  }

  @Test
  void theSchemaIsMadeByFlyway() {
    try (PostgresDatabase fresh = PostgresServer.shared().newDatabase("flyway")) {
      DataSource dataSource = fresh.dataSource();
      // snippet: flyway
      Flyway.configure()
          .dataSource(dataSource)
          .defaultSchema(PostgresSchema.DEFAULT_NAME)
          .locations("classpath:" + PostgresSchema.MIGRATION_LOCATION)
          .load()
          .migrate();
      PostgresStore store = PostgresStore.on(dataSource);
      // end snippet
      assertThat(Semel.on(store).once(GREET.intent("acme", "1", "Ada"), effect -> "hello").isDone())
          .isTrue();
    }
  }

  @Test
  void theSchemaMayHaveAnotherName() {
    // snippet: schema-name
    PostgresStore store = PostgresStore.builder(dataSource).schema("once").migrate().build();
    // end snippet
    assertThat(Semel.on(store).once(GREET.intent("acme", "1", "Ada"), effect -> "hello").isDone())
        .isTrue();
    assertThat(database.queryLong("SELECT count(*) FROM once.intent")).isEqualTo(1);
  }

  @Test
  void whatIsMissingIsSaid() {
    assertThatThrownBy(() -> PostgresStore.builder(dataSource).schema("absent").build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("no tables of Semel; run the migrations");
  }

  @Test
  void aPoolIsUsed() {
    // snippet: pool
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.jdbcUrl());
    config.setMaximumPoolSize(10);
    config.setConnectionTimeout(2_000);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    // end snippet
    try (HikariDataSource pool = new HikariDataSource(config)) {
      Semel semel = Semel.on(PostgresStore.builder(pool).migrate().build());
      assertThat(semel.once(GREET.intent("acme", "pool-1", "Ada"), effect -> "hello").isDone())
          .isTrue();
    }
  }

  /** Rights are given in a database of its own; roles belong to the server and get fresh names. */
  @Test
  void fewRightsAreEnough() throws SQLException {
    try (PostgresDatabase fresh = PostgresServer.shared().newDatabase("rights")) {
      String owner = fresh.name() + "_owner";
      String app = fresh.name() + "_app";
      fresh.execute("CREATE ROLE %s; CREATE ROLE %s".formatted(owner, app));
      try {
        fresh.execute(rights("migration-rights", owner, app));
        PostgresStore.builder(as(fresh, owner)).migrate().build();
        fresh.execute(rights("runtime-rights", owner, app));
        useEverything(as(fresh, app));
        fresh.execute(rights("inbox-rights", owner, app));
        useTheInbox(as(fresh, app));
      } finally {
        fresh.execute("DROP OWNED BY %s, %s".formatted(owner, app));
        fresh.execute("DROP ROLE %s, %s".formatted(owner, app));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "runtime-rights, COMMANDS, casework_app",
    "inbox-rights, INBOX, casework_app",
    "relay-rights, RELAY, casework_relay",
    "relay-purge-rights, EVENT_PURGE, casework_relay"
  })
  void documentedRightsAreThoseThatAreChecked(
      String snippet, PostgresComponent component, String role) {
    assertThat(Snippets.sql(snippet).lines())
        .containsExactlyElementsOf(PostgresSchema.grants("semel", role, List.of(component)));
  }

  private static String rights(String snippet, String owner, String app) {
    return Snippets.sql(snippet).replace("casework_owner", owner).replace("casework_app", app);
  }

  private static DataSource as(PostgresDatabase database, String role) {
    return database.dataSource(Map.of("options", "-c role=" + role));
  }

  private static void useEverything(DataSource limited) throws SQLException {
    SettableClock clock = SettableClock.create();
    Semel semel = Semel.on(PostgresStore.builder(limited).clock(clock).build());
    Outcome<String> outcome =
        semel.once(
            GREET.intent("acme", "rights-1", "Ada"),
            effect -> {
              effect.audit("GREET", "Ada", null);
              effect.publish(Event.of("person", "Ada", "Greeted", "{}").keyed("greeted Ada"));
              return "hello";
            });
    assertThat(outcome.isDone()).isTrue();
    LeaseTerms<String> terms = LeaseTerms.of(Duration.ofMinutes(1), Takeover.takeOver());
    lease(semel, terms);
    clock.advance(Duration.ofMinutes(2));
    Lease<String> lease = lease(semel, terms);
    lease.heartbeat();
    lease.complete("hello");
    assertThat(semel.records().backlog().oldestRunning()).isNull();
    clock.advance(Duration.ofDays(8));
    assertThat(semel.purge(PurgeSettings.standard())).isEqualTo(2);
    assertRefused(limited, "DELETE FROM semel.audit");
    assertRefused(limited, "UPDATE semel.outbox SET type = 'x'");
  }

  private static void useTheInbox(DataSource limited) {
    SettableClock clock = SettableClock.create();
    Inbox inbox = Inbox.on(PostgresStore.builder(limited).clock(clock).build().inbox());
    ConsumerSettings consumer =
        ConsumerSettings.named("greeter", "acme").inOrder(VersionGuard.parking());
    MessageHandler handler = (message, effect) -> effect.audit("GREET", "Ada", null);
    Message first = Message.of("people", "1", null).about("person", "Ada", 1L);
    Message second = Message.of("people", "2", null).about("person", "Ada", 2L);
    inbox.consume(consumer, second, handler);
    inbox.store(consumer, List.of(first));
    while (!inbox.workOff(consumer, handler).isIdle()) {
      // What was parked is released by the first pass.
    }
    inbox.consume(consumer, first.hash(PayloadHash.of(new byte[] {1})), handler);
    assertThat(inbox.records().violations("greeter", 10)).hasSize(1);
    assertThat(inbox.records().versionOf("greeter", new Aggregate("acme", "person", "Ada")))
        .isEqualTo(2);
    clock.advance(Duration.ofDays(15));
    assertThat(inbox.purge(PurgeSettings.standard())).isEqualTo(2);
  }

  private static Lease<String> lease(Semel semel, LeaseTerms<String> terms) {
    LeaseAttempt<String> attempt = semel.lease(GREET.intent("acme", "rights-2", "Ada"), terms);
    return ((LeaseAttempt.Granted<String>) attempt).lease();
  }

  private static void assertRefused(DataSource limited, String sql) throws SQLException {
    try (Connection connection = limited.getConnection();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute(sql)).hasMessageContaining("permission denied");
    }
  }
}
