package dev.semel.bench.outbox;

/** Whose outbox a process has. */
public enum OutboxKind {
  SEMEL("Semel"),
  SEMEL_POLLING("Semel, polling alone"),
  /** A reset makes it begin with the oldest event there is. */
  SEMEL_FROM_OLDEST("Semel"),
  TRANSACTION_OUTBOX("transaction-outbox"),
  MODULITH("Spring Modulith"),
  NAMASTACK("Namastack");

  private final String title;

  OutboxKind(String title) {
    this.title = title;
  }

  /** As tables name it. */
  public String title() {
    return title;
  }
}
