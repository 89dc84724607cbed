package dev.semel.demo;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.JdbcCommand;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.demo.cases.CaseOpened;
import dev.semel.demo.cases.Cases;
import dev.semel.demo.cases.OpenCase;
import dev.semel.demo.tokens.User;
import dev.semel.json.SemelJson;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.UUID;
import org.springframework.context.ApplicationContext;

/** The service in a test, in a tenant that no other test has. */
public final class Casework {
  private final PostgresDatabase database;
  private final ApplicationContext application;
  private final User user = new User("t-" + UUID.randomUUID(), "olga", "officer");

  Casework(PostgresDatabase database, ApplicationContext application) {
    this.database = database;
    this.application = application;
    addOfficer("olga");
  }

  public PostgresDatabase database() {
    return database;
  }

  public User user() {
    return user;
  }

  public <T> T bean(Class<T> type) {
    return application.getBean(type);
  }

  public void addOfficer(String name) {
    database.execute(
        "INSERT INTO casework.officer (tenant, officer, role) VALUES ('%s', '%s', 'officer')"
            .formatted(user.tenant(), name));
  }

  /** Runs a command under a key of its own. */
  public <R> Outcome<R> run(Class<R> type, JdbcCommand<R> command) {
    return run(UUID.randomUUID().toString(), "", type, command);
  }

  /** Runs a command. */
  public <R> Outcome<R> run(String key, String payload, Class<R> type, JdbcCommand<R> command) {
    Codec<R> codec = bean(SemelJson.class).result(type);
    Operation<String, R> operation =
        Operation.named("test").taking(Fingerprinter.text()).answering(codec);
    return bean(Semel.class)
        .once(operation.intent(user.tenant(), key, payload).onBehalfOf(user.user()), command);
  }

  /** Opens a case of a complaint that nobody else has. */
  public UUID openCase() {
    OpenCase command = new OpenCase("web-form", UUID.randomUUID().toString(), "A complaint", "");
    return run(CaseOpened.class, effect -> bean(Cases.class).open(effect, user, command))
        .orElseThrow()
        .caseId();
  }

  /** Counts the tenant's rows. */
  public long count(String tableAndCondition) {
    String sql = "SELECT count(*) FROM " + tableAndCondition;
    String joint = sql.contains(" WHERE ") ? " AND " : " WHERE ";
    return database.queryLong(sql + joint + "tenant = ?", user.tenant());
  }
}
