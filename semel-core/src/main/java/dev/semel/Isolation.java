package dev.semel;

/** The isolation of the transaction that an effect runs in. */
public enum Isolation {
  /** Whatever the data source gives; READ COMMITTED unless somebody changed it. */
  DATABASE_DEFAULT,
  READ_COMMITTED,
  REPEATABLE_READ,
  SERIALIZABLE
}
