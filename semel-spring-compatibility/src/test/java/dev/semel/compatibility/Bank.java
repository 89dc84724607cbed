package dev.semel.compatibility;

/** The services of the application, once for each way to access a database. */
interface Bank {
  /** An account as the client sees it. */
  interface AccountView {
    long getVersion();

    /** Replaces a field of the object in memory. */
    void mask();
  }

  /** Inserts an account, in a transaction. */
  AccountView open(String number);

  /** Changes an account and inserts an entry, in a transaction. */
  AccountView deposit(String number, long amount);

  /** Changes an account if it has the version, in a transaction. */
  void depositIfUnchanged(String number, long version, long amount);

  /** Reads an account, in a read-only transaction. */
  AccountView find(String number);

  /** Inserts an entry, in a transaction. */
  void book(long accountId, String reference);

  /** Inserts a note, in a transaction. */
  void note(String text);

  /** Inserts a note without a transaction. */
  void noteWithAutocommit(String text);

  /** Inserts a note in a transaction of its own. */
  void noteInNewTransaction(String text);

  /** Inserts a note in a nested transaction. */
  void noteNested(String text);

  /** Inserts a note in a transaction that says it is read-only. */
  void noteReadOnly(String text);

  /**
   * Inserts a note in a transaction, and calls a service that fails and whose failure is caught.
   */
  void noteAndCatchFailure(String text);
}
