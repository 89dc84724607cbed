package dev.semel.bench.outbox;

/** An outbox as its documentation shows it, on a pool of {@value #CONNECTIONS} connections. */
interface Contender extends AutoCloseable {
  int CONNECTIONS = 10;

  /** How many threads deliver, where that can be set. */
  int THREADS = 8;

  /** One insert in a transaction of its own. */
  void pay() throws Exception;

  /** The same, and an event in the same transaction. */
  void payAndPublish(int number) throws Exception;

  /** Forgets what was published before: it will not be delivered. */
  void reset() throws Exception;

  /** Begins to deliver. */
  void open() throws Exception;

  /** Delivers no more. What is published meanwhile waits. */
  void shut() throws Exception;

  @Override
  void close();
}
