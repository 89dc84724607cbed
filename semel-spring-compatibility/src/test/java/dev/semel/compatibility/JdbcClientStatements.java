package dev.semel.compatibility;

import org.springframework.jdbc.core.simple.JdbcClient;

/** The statements with JdbcClient. */
abstract class JdbcClientStatements extends SqlBank {
  private final JdbcClient jdbc;

  JdbcClientStatements(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  long insertAccount(String number, String iban) {
    return jdbc.sql("INSERT INTO account (number, iban) VALUES (?, ?) RETURNING id")
        .params(number, iban)
        .query(Long.class)
        .single();
  }

  @Override
  JdbcAccount select(String number) {
    return jdbc.sql("SELECT id, number, iban, balance, version FROM account WHERE number = ?")
        .param(number)
        .query(JdbcAccount.class)
        .single();
  }

  @Override
  int updateBalance(String number, long version, long amount) {
    return jdbc.sql(
            "UPDATE account SET balance = balance + ?, version = version + 1 WHERE number = ? AND version = ?")
        .params(amount, number, version)
        .update();
  }

  @Override
  void insertEntry(long accountId, String reference) {
    jdbc.sql("INSERT INTO entry (account_id, reference) VALUES (?, ?)")
        .params(accountId, reference)
        .update();
  }

  @Override
  void insertNote(String text) {
    jdbc.sql("INSERT INTO note (text) VALUES (?)").param(text).update();
  }
}
