package dev.semel.compatibility;

import java.util.Optional;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.orm.ObjectOptimisticLockingFailureException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** With Spring Data JPA and Hibernate. Changed entities are written by dirty checking. */
@Service("jpa")
class JpaBank implements Bank {
  private final Accounts accounts;
  private final Entries entries;
  private final Notes notes;
  private final Failing failing;

  JpaBank(Accounts accounts, Entries entries, Notes notes, Failing failing) {
    this.accounts = accounts;
    this.entries = entries;
    this.notes = notes;
    this.failing = failing;
  }

  /** Accounts. */
  interface Accounts extends JpaRepository<JpaAccount, Long> {
    Optional<JpaAccount> findByNumber(String number);
  }

  /** Entries. */
  interface Entries extends JpaRepository<JpaEntry, Long> {}

  /** Notes. */
  interface Notes extends JpaRepository<JpaNote, Long> {}

  /** A service that takes part in a transaction and fails. */
  @Service
  static class Failing {
    private final Entries entries;

    Failing(Entries entries) {
      this.entries = entries;
    }

    @Transactional
    public void fail() {
      entries.save(new JpaEntry(1, "first"));
    }
  }

  @Override
  @Transactional
  public AccountView open(String number) {
    return accounts.save(new JpaAccount(number));
  }

  @Override
  @Transactional
  public AccountView deposit(String number, long amount) {
    JpaAccount account = accounts.findByNumber(number).orElseThrow();
    account.deposit(amount);
    entries.save(new JpaEntry(1, "deposit of " + amount));
    return account;
  }

  @Override
  @Transactional
  public void depositIfUnchanged(String number, long version, long amount) {
    JpaAccount account = accounts.findByNumber(number).orElseThrow();
    if (account.getVersion() != version) {
      throw new ObjectOptimisticLockingFailureException(JpaAccount.class, number);
    }
    account.deposit(amount);
  }

  @Override
  @Transactional(readOnly = true)
  public AccountView find(String number) {
    return accounts.findByNumber(number).orElseThrow();
  }

  @Override
  @Transactional
  public void book(long accountId, String reference) {
    entries.save(new JpaEntry(accountId, reference));
  }

  @Override
  @Transactional
  public void note(String text) {
    notes.save(new JpaNote(text));
  }

  @Override
  public void noteWithAutocommit(String text) {
    notes.save(new JpaNote(text));
  }

  @Override
  @Transactional(propagation = Propagation.REQUIRES_NEW)
  public void noteInNewTransaction(String text) {
    notes.save(new JpaNote(text));
  }

  @Override
  @Transactional(propagation = Propagation.NESTED)
  public void noteNested(String text) {
    notes.save(new JpaNote(text));
  }

  @Override
  @Transactional(readOnly = true)
  public void noteReadOnly(String text) {
    notes.save(new JpaNote(text));
  }

  @Override
  @Transactional
  public void noteAndCatchFailure(String text) {
    notes.save(new JpaNote(text));
    try {
      failing.fail();
    } catch (DataIntegrityViolationException caught) {
      // The transaction is marked for rollback all the same.
    }
  }
}
