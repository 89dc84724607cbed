package dev.semel.compatibility;

import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jdbc.repository.query.Query;
import org.springframework.data.repository.CrudRepository;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** With Spring Data JDBC where it has something to do. */
@Service("data-jdbc")
class DataJdbcBank extends JdbcClientStatements {
  private final JdbcAggregateTemplate template;
  private final Accounts accounts;

  DataJdbcBank(JdbcClient jdbc, JdbcAggregateTemplate template, Accounts accounts) {
    super(jdbc);
    this.template = template;
    this.accounts = accounts;
  }

  /** Accounts. */
  interface Accounts extends CrudRepository<JdbcAccount, Long> {
    @Query("SELECT id, number, iban, balance, version FROM account WHERE number = :number")
    JdbcAccount numbered(String number);
  }

  @Override
  @Transactional
  public AccountView open(String number) {
    return template.insert(JdbcAccount.numbered(number));
  }

  @Override
  @Transactional
  public AccountView deposit(String number, long amount) {
    JdbcAccount account = accounts.numbered(number);
    account.deposit(amount);
    insertEntry(1, "deposit of " + amount);
    return accounts.save(account);
  }

  @Override
  JdbcAccount select(String number) {
    return accounts.numbered(number);
  }
}
