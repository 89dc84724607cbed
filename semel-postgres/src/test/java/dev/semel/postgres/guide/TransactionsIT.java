package dev.semel.postgres.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.CommitUnknownException;
import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.Isolation;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.TransactionMisuseException;
import dev.semel.jdbc.FailureTable;
import dev.semel.postgres.PostgresFailures;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.connection.CommandDataSource;
import dev.semel.spi.Verdict;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the guide on transactions. */
@ExtendWith(PostgresExtension.class)
class TransactionsIT {
  // snippet: isolation
  static final Operation<String, String> BOOK =
      Operation.named("book")
          .taking(Fingerprinter.text())
          .answering(Codec.text())
          .isolation(Isolation.SERIALIZABLE);

  // end snippet

  // snippet: retry-policy
  static final Operation<String, Done> NOTE =
      Operation.named("note")
          .taking(Fingerprinter.text())
          .answeringNothing()
          .retrying(RetryPolicy.standard().attempts(3).within(Duration.ofSeconds(2)));

  // end snippet

  private final PostgresDatabase database;
  private final DataSource dataSource;
  private final Semel semel;

  TransactionsIT(PostgresDatabase database) {
    this.database = database;
    this.dataSource = database.dataSource();
    this.semel = GuideTables.semel(database);
  }

  @BeforeAll
  static void createTable(PostgresDatabase database) {
    database.execute("CREATE TABLE notes (text text PRIMARY KEY)");
  }

  private static void insert(Connection connection, String text) throws SQLException {
    try (Statement insert = connection.createStatement()) {
      insert.execute("INSERT INTO notes VALUES ('" + text + "')");
    }
  }

  private long notes(String like) {
    return database.queryLong("SELECT count(*) FROM notes WHERE text LIKE ?", like);
  }

  @Test
  void aCommandJoinsTheCallersTransaction() throws SQLException {
    // snippet: joined
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      insert(connection, "joined: before");
      Outcome<Done> outcome =
          semel
              .within(connection)
              .perform(
                  NOTE.intent("acme", "joined-1", "within"),
                  effect -> insert(effect.connection(), "joined: within"));
      connection.commit();
      // end snippet
      assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    }
    assertThat(notes("joined:%")).isEqualTo(2);
    assertThat(semel.perform(NOTE.intent("acme", "joined-1", "within"), effect -> {}))
        .isInstanceOf(Outcome.Replayed.class);
  }

  @Test
  void whatTheCallerRollsBackNeverHappened() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      semel
          .within(connection)
          .perform(
              NOTE.intent("acme", "joined-2", "within"),
              effect -> insert(effect.connection(), "undone"));
      connection.rollback();
    }
    assertThat(notes("undone")).isZero();
    assertThat(semel.perform(NOTE.intent("acme", "joined-2", "within"), effect -> {}))
        .isInstanceOf(Outcome.Executed.class);
  }

  @Test
  void aRejectionWithinUndoesOnlyItsOwn() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      insert(connection, "rejected: before");
      Outcome<Done> outcome =
          semel
              .within(connection)
              .perform(
                  NOTE.intent("acme", "joined-3", "within"),
                  effect -> {
                    insert(effect.connection(), "rejected: within");
                    throw effect.reject("NO", "not today");
                  });
      connection.commit();
      assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
    }
    assertThat(notes("rejected: before")).isEqualTo(1);
    assertThat(notes("rejected: within")).isZero();
    assertThat(semel.perform(NOTE.intent("acme", "joined-3", "within"), effect -> {}).isReplay())
        .isTrue();
  }

  @Test
  void isolationIsThatOfTheOperation() {
    String level =
        semel
            .once(
                BOOK.intent("acme", "book-1", "seat 7"),
                effect -> {
                  try (Statement query = effect.connection().createStatement();
                      var row = query.executeQuery("SHOW transaction_isolation")) {
                    row.next();
                    return row.getString(1);
                  }
                })
            .orElseThrow();
    assertThat(level).isEqualTo("serializable");
  }

  @Test
  void anEffectDoesNotCommit() {
    assertThatThrownBy(
            () ->
                semel.perform(
                    NOTE.intent("acme", "misuse-1", "x"), effect -> effect.connection().commit()))
        .isInstanceOf(TransactionMisuseException.class);
  }

  @Test
  void aSwallowedErrorIsNotCommittedOver() {
    assertThatThrownBy(
            () ->
                semel.perform(
                    NOTE.intent("acme", "misuse-2", "x"),
                    effect -> {
                      insert(effect.connection(), "swallowed");
                      try {
                        insert(effect.connection(), "swallowed");
                      } catch (SQLException ignored) {
                        // The mistake that this test is about.
                      }
                    }))
        .isInstanceOf(TransactionMisuseException.class);
    assertThat(notes("swallowed")).isZero();
  }

  @Test
  void aStatementThatMayFailIsGuardedByASavepoint() {
    database.execute("INSERT INTO notes VALUES ('guarded: there')");
    semel.perform(
        NOTE.intent("acme", "savepoint-1", "x"),
        // snippet: savepoint
        effect -> {
          Connection connection = effect.connection();
          Savepoint before = connection.setSavepoint();
          try {
            insert(connection, "guarded: there");
          } catch (SQLException e) {
            connection.rollback(before);
          }
          insert(connection, "guarded: new");
        }
        // end snippet
        );
    assertThat(notes("guarded:%")).isEqualTo(2);
  }

  @Test
  void libraryTransactionsArePartsOfTheCommand() {
    DataSource pool = this.dataSource;
    // snippet: command-data-source
    CommandDataSource dataSource = new CommandDataSource(pool);
    Semel semel = Semel.on(PostgresStore.on(dataSource));
    // end snippet
    assertThatThrownBy(
            () ->
                semel.perform(
                    NOTE.intent("acme", "library-1", "x"),
                    effect -> {
                      try (Connection library = dataSource.getConnection()) {
                        library.setAutoCommit(false);
                        insert(library, "library");
                        library.commit();
                      }
                      throw new IllegalStateException("no");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(notes("library")).isZero();
  }

  @Test
  void aLostCommitIsResolvedByAskingAgain() {
    Operation<String, Done> patient =
        NOTE.retrying(RetryPolicy.standard().within(Duration.ofMinutes(2)));
    try (FaultProxy proxy = FaultProxy.to(database.host(), database.port())) {
      Semel through = semelVia(proxy);
      proxy.onMessage("COMMIT").loseReply();
      Outcome<Done> outcome =
          through.perform(
              patient.intent("acme", "lost-1", "x"), effect -> insert(effect.connection(), "lost"));
      assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    }
    assertThat(notes("lost")).isEqualTo(1);
  }

  private Semel semelVia(FaultProxy proxy) {
    return Semel.on(PostgresStore.on(database.dataSourceVia(proxy.host(), proxy.port())));
  }

  @Test
  void whoeverCannotBeAskedNowIsAskedLater() {
    try (FaultProxy proxy = FaultProxy.to(database.host(), database.port())) {
      Semel through = semelVia(proxy);
      proxy.onMessage("COMMIT").loseReply();
      assertThatThrownBy(
              () ->
                  through.perform(
                      NOTE.intent("acme", "lost-2", "x"),
                      effect -> {
                        insert(effect.connection(), "lost for longer");
                        proxy.refuseNew();
                      }))
          .isInstanceOf(CommitUnknownException.class);
      proxy.heal();
      Outcome<Done> later = through.perform(NOTE.intent("acme", "lost-2", "x"), effect -> {});
      assertThat(later).isInstanceOf(Outcome.Replayed.class);
    }
    assertThat(notes("lost for longer")).isEqualTo(1);
  }

  @Test
  void theTableOfFailuresCanBeChanged() {
    // snippet: failure-table
    FailureTable failures =
        PostgresFailures.standard()
            .with("57014", Verdict.RETRY, "the statement ran into statement_timeout; it may pass");
    Semel semel = Semel.on(PostgresStore.builder(dataSource).failures(failures).build());
    // end snippet
    assertThat(semel.perform(NOTE.intent("acme", "table-1", "x"), effect -> {}).isDone()).isTrue();
    assertThat(failures.row("57014").orElseThrow().verdict()).isEqualTo(Verdict.RETRY);
  }
}
