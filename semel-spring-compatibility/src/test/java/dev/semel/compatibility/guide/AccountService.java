package dev.semel.compatibility.guide;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** What can be done with accounts. */
@Service
class AccountService {
  private final Accounts accounts;
  private final AttemptLog log;

  AccountService(Accounts accounts, AttemptLog log) {
    this.accounts = accounts;
    this.log = log;
  }

  @Transactional
  public Account deposit(String number, long amount) {
    log.recordAttempt("olga", "deposit");
    Account account = accounts.findByNumber(number).orElseThrow();
    account.deposit(amount);
    return account;
  }

  Account findOrCreate(String number) {
    // snippet: jpa-find-or-create
    try {
      return accounts.saveAndFlush(new Account(number));
    } catch (DataIntegrityViolationException exists) {
      return accounts.findByNumber(number).orElseThrow();
    }
    // end snippet
  }
}
