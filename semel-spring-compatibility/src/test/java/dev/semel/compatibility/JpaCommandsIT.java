package dev.semel.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Isolation;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.TransactionMisuseException;
import dev.semel.json.SemelJson;
import dev.semel.postgres.PostgresStore;
import dev.semel.spring.Idempotent;
import dev.semel.spring.OutsideCommand;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.orm.ObjectOptimisticLockingFailureException;
import org.springframework.stereotype.Service;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Commands without HTTP in an application with JPA: methods, and calls of Semel. */
@SpringBootTest(
    classes = Applications.WithJpa.class,
    properties = {"semel.tenant=north", "spring.jpa.open-in-view=false"})
@Import(JpaCommandsIT.Parts.class)
class JpaCommandsIT {
  private static final PostgresDatabase DATABASE = PostgresServer.shared().newDatabase("jpa");
  private static final SemelJson JSON = SemelJson.standard();
  private static final Operation<String, Integer> DEPOSIT =
      Operation.named("deposit-by-call")
          .taking(JSON.payload(String.class))
          .answering(JSON.result(Integer.class));

  @TestConfiguration
  @Import({Tellers.class, Log.class})
  static class Parts {}

  /** A log of attempts, which stays whatever becomes of them. */
  @Service
  static class Log {
    private final JpaBank.Notes notes;

    Log(JpaBank.Notes notes) {
      this.notes = notes;
    }

    @OutsideCommand
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void outside(String text) {
      notes.save(new JpaNote(text));
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void inside(String text) {
      notes.save(new JpaNote(text));
    }

    @Transactional(isolation = org.springframework.transaction.annotation.Isolation.SERIALIZABLE)
    public void serializable(String text) {
      notes.save(new JpaNote(text));
    }
  }

  /** Methods that are commands. */
  @Service
  static class Tellers {
    private final JpaBank bank;
    private final JpaBank.Accounts accounts;
    private final Log log;
    private final JdbcClient jdbc;
    private final AfterCommit afterCommit;
    private final TransactionTemplate transaction;

    Tellers(
        JpaBank bank,
        JpaBank.Accounts accounts,
        Log log,
        JdbcClient jdbc,
        AfterCommit afterCommit,
        TransactionTemplate transaction) {
      this.bank = bank;
      this.accounts = accounts;
      this.log = log;
      this.jdbc = jdbc;
      this.afterCommit = afterCommit;
      this.transaction = transaction;
    }

    @Idempotent(operation = "deposit", key = "#key", principal = "null")
    @Transactional
    public JpaAccount deposit(String key) {
      JpaAccount account = accounts.findByNumber(Endpoints.EXISTING).orElseThrow();
      account.deposit(5);
      return account;
    }

    @Idempotent(operation = "forgotten-save", key = "#key", principal = "null")
    public void changeWithoutTransaction(String key) {
      accounts.findByNumber(Endpoints.EXISTING).orElseThrow().deposit(5);
    }

    @Transactional
    public JpaAccount depositUnprotected() {
      JpaAccount account = accounts.findByNumber(Endpoints.EXISTING).orElseThrow();
      account.deposit(5);
      return account;
    }

    @Idempotent(operation = "failing-later", key = "#key", principal = "null")
    public void failAfterACommit(String key) {
      transaction.executeWithoutResult(status -> afterCommit.publish("a part"));
      throw new IllegalStateException("no");
    }

    @Idempotent(operation = "logged", key = "#key", principal = "null")
    @Transactional
    public void depositLogged(String key) {
      bank.deposit(Endpoints.EXISTING, 5);
      log.outside("attempt");
      throw new IllegalStateException("no");
    }

    @Idempotent(operation = "logged-inside", key = "#key", principal = "null")
    @Transactional
    public void depositLoggedInside(String key) {
      bank.deposit(Endpoints.EXISTING, 5);
      log.inside("attempt");
    }

    @Idempotent(operation = "default-isolation", key = "#key", principal = "null")
    public void serializableInside(String key) {
      log.serializable("note");
    }

    @Idempotent(
        operation = "serializable",
        key = "#key",
        principal = "null",
        isolation = Isolation.SERIALIZABLE)
    public void serializable(String key) {
      log.serializable("note");
    }

    @Idempotent(operation = "slow", key = "#key", principal = "null")
    @Transactional(timeout = 1)
    public void slow(String key) {
      jdbc.sql("SELECT 1 FROM pg_sleep(120)").query(Integer.class).single();
    }
  }

  @Autowired Tellers tellers;
  @Autowired Semel semel;
  @Autowired DataSource dataSource;
  @Autowired PlatformTransactionManager manager;
  @Autowired JpaBank bank;
  @Autowired AfterCommit afterCommit;
  @Autowired JpaBank.Accounts accounts;

  private final String key = "key-" + UUID.randomUUID();

  @DynamicPropertySource
  static void database(DynamicPropertyRegistry properties) {
    Tables.create(DATABASE);
    properties.add("spring.datasource.url", DATABASE::jdbcUrl);
  }

  @BeforeEach
  void fill() {
    Tables.fill(DATABASE);
    afterCommit.take();
  }

  private long balance() {
    return DATABASE.queryLong("SELECT balance FROM account WHERE number = 'DE-1'");
  }

  private long noteCount() {
    return DATABASE.queryLong("SELECT count(*) FROM note");
  }

  private long records() {
    return DATABASE.queryLong("SELECT count(*) FROM semel.intent WHERE key = ?", key);
  }

  private Semel builtByHand() {
    return Semel.on(PostgresStore.on(dataSource));
  }

  private JpaAccount load() {
    return accounts.findByNumber(Endpoints.EXISTING).orElseThrow();
  }

  @Test
  void methodAnswersWithTheVersionThatWasWritten() {
    assertThat(tellers.depositUnprotected().getVersion()).isEqualTo(1);
    assertThat(tellers.deposit(key).getVersion()).isEqualTo(2);
    assertThat(tellers.deposit(key).getVersion()).isEqualTo(2);
    assertThat(balance()).isEqualTo(10);
  }

  @Test
  void methodWithoutTransactionWritesNoChangeThatIsNotSaved() {
    tellers.changeWithoutTransaction(key);
    assertThat(balance()).isZero();
    assertThat(records()).isEqualTo(1);
  }

  @Test
  void changesOfACallAreFlushedBeforeItsAnswerIsStored() {
    Operation<String, JpaAccount> deposit =
        Operation.named("deposit-entity")
            .taking(JSON.payload(String.class))
            .answering(JSON.result(JpaAccount.class));
    var intent = deposit.intent("north", key, "x");
    long first =
        semel
            .once(
                intent,
                effect -> {
                  JpaAccount account = load();
                  account.deposit(5);
                  return account;
                })
            .orElseThrow()
            .getVersion();
    long replayed = semel.once(intent, effect -> new JpaAccount("none")).orElseThrow().getVersion();
    assertThat(first).isEqualTo(1);
    assertThat(replayed).isEqualTo(1);
  }

  @Test
  void failingEffectOfASemelBuiltByHandLeavesNothing() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                builtByHand()
                    .once(
                        DEPOSIT.intent("north", key, "x"),
                        effect -> {
                          bank.deposit(Endpoints.EXISTING, 5);
                          throw new IllegalStateException("no");
                        }));
    assertThat(balance()).isZero();
    assertThat(records()).isZero();
  }

  @Test
  void semelBuiltByHandIsUndoneWithTheCallersTransaction() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                new TransactionTemplate(manager)
                    .executeWithoutResult(
                        status -> {
                          builtByHand()
                              .once(
                                  DEPOSIT.intent("north", key, "x"),
                                  effect -> {
                                    bank.deposit(Endpoints.EXISTING, 5);
                                    return 1;
                                  });
                          throw new IllegalStateException("no");
                        }));
    assertThat(balance()).isZero();
    assertThat(records()).isZero();
  }

  @Test
  void callbackAfterCommitIsNotRunIfTheCommandFailsLater() {
    assertThatIllegalStateException().isThrownBy(() -> tellers.failAfterACommit(key));
    assertThat(afterCommit.take()).containsExactly("after rollback: a part");
  }

  @Test
  void methodOutsideOfTheCommandStaysWhenTheCommandFails() {
    assertThatIllegalStateException().isThrownBy(() -> tellers.depositLogged(key));
    assertThat(balance()).isZero();
    assertThat(noteCount()).isEqualTo(1);
  }

  @Test
  void newTransactionInsideATransactionIsRefused() {
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(() -> tellers.depositLoggedInside(key))
        .withMessageContaining("@OutsideCommand");
    assertThat(balance()).isZero();
    assertThat(noteCount()).isZero();
  }

  @Test
  void stricterIsolationThanTheCommandsIsRefused() {
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> tellers.serializableInside(key))
        .havingRootCause()
        .isInstanceOf(TransactionMisuseException.class)
        .withMessageContaining("@Idempotent(isolation = Isolation.SERIALIZABLE)");
    assertThat(noteCount()).isZero();
    assertThat(records()).isZero();
  }

  @Test
  void isolationOfTheCommandHoldsForItsTransactions() {
    tellers.serializable(key);
    assertThat(noteCount()).isEqualTo(1);
  }

  @Test
  void timeoutOfATransactionHolds() {
    assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> tellers.slow(key));
    assertThat(records()).isZero();
  }

  @Test
  void lostRaceOfAJoinedCommandIsNotStored() {
    assertThatExceptionOfType(ObjectOptimisticLockingFailureException.class)
        .isThrownBy(
            () ->
                semel.once(
                    DEPOSIT.intent("north", key, "x"),
                    effect -> {
                      bank.depositIfUnchanged(Endpoints.EXISTING, 7, 5);
                      return 1;
                    }));
    assertThat(records()).isZero();
  }
}
