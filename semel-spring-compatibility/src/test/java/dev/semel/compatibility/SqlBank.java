package dev.semel.compatibility;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Services on hand-written statements, whatever sends them. */
abstract class SqlBank implements Bank {
  abstract long insertAccount(String number, String iban);

  abstract JdbcAccount select(String number);

  abstract int updateBalance(String number, long version, long amount);

  abstract void insertEntry(long accountId, String reference);

  abstract void insertNote(String text);

  @Override
  @Transactional
  public AccountView open(String number) {
    JdbcAccount account = JdbcAccount.numbered(number);
    account.setId(insertAccount(number, account.getIban()));
    return account;
  }

  @Override
  @Transactional
  public AccountView deposit(String number, long amount) {
    JdbcAccount account = select(number);
    updateBalance(number, account.getVersion(), amount);
    insertEntry(1, "deposit of " + amount);
    return select(number);
  }

  @Override
  @Transactional
  public void depositIfUnchanged(String number, long version, long amount) {
    if (updateBalance(number, version, amount) == 0) {
      throw new OptimisticLockingFailureException(number);
    }
  }

  @Override
  @Transactional(readOnly = true)
  public AccountView find(String number) {
    return select(number);
  }

  @Override
  @Transactional
  public void book(long accountId, String reference) {
    insertEntry(accountId, reference);
  }

  @Override
  @Transactional
  public void note(String text) {
    insertNote(text);
  }

  @Override
  public void noteWithAutocommit(String text) {
    insertNote(text);
  }

  @Override
  @Transactional(propagation = Propagation.REQUIRES_NEW)
  public void noteInNewTransaction(String text) {
    insertNote(text);
  }

  @Override
  @Transactional(propagation = Propagation.NESTED)
  public void noteNested(String text) {
    insertNote(text);
  }

  @Override
  @Transactional(readOnly = true)
  public void noteReadOnly(String text) {
    insertNote(text);
  }

  @Override
  @Transactional
  public void noteAndCatchFailure(String text) {
    insertNote(text);
    try {
      insertEntry(1, "first");
    } catch (DataIntegrityViolationException caught) {
      // The server has aborted the transaction all the same.
    }
  }
}
