package dev.semel.compatibility;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;

import java.util.Objects;
import org.jooq.DSLContext;
import org.springframework.stereotype.Service;

/** With jOOQ; notes are inserted in a transaction of jOOQ's own. */
@Service("jooq")
class JooqBank extends SqlBank {
  private final DSLContext jooq;

  JooqBank(DSLContext jooq) {
    this.jooq = jooq;
  }

  @Override
  long insertAccount(String number, String iban) {
    return Objects.requireNonNull(
        jooq.insertInto(table("account"))
            .columns(field("number"), field("iban"))
            .values(number, iban)
            .returningResult(field("id", Long.class))
            .fetchOne(field("id", Long.class)));
  }

  @Override
  JdbcAccount select(String number) {
    return jooq.select(
            field("id"), field("number"), field("iban"), field("balance"), field("version"))
        .from(table("account"))
        .where(field("number").eq(number))
        .fetchSingleInto(JdbcAccount.class);
  }

  @Override
  int updateBalance(String number, long version, long amount) {
    return jooq.update(table("account"))
        .set(field("balance", Long.class), field("balance", Long.class).add(amount))
        .set(field("version", Long.class), field("version", Long.class).add(1L))
        .where(field("number").eq(number))
        .and(field("version").eq(version))
        .execute();
  }

  @Override
  void insertEntry(long accountId, String reference) {
    jooq.insertInto(table("entry"))
        .columns(field("account_id"), field("reference"))
        .values(accountId, reference)
        .execute();
  }

  @Override
  void insertNote(String text) {
    jooq.insertInto(table("note")).columns(field("text")).values(text).execute();
  }

  @Override
  public void note(String text) {
    jooq.transaction(
        inner ->
            inner.dsl().insertInto(table("note")).columns(field("text")).values(text).execute());
  }
}
