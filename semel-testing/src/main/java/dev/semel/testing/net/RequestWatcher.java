package dev.semel.testing.net;

/**
 * Decides what becomes of each request that PostgreSQL clients send through a {@link FaultProxy}.
 *
 * <p>A request is all that a client sends up to the point where it waits for the server: one
 * statement, or several that the driver sends together. Logins are not among them.
 *
 * <p><b>Order:</b> called before any of the request reaches the server, in the order of requests
 * within a connection. The request waits for the answer, so that a watcher can do something at just
 * that moment.
 *
 * <p><b>Threads:</b> called by a thread per connection.
 */
public interface RequestWatcher {

  /**
   * Called with each request, but not with those that a client has sent without waiting for the
   * reply to one before, if that reply is to be lost.
   *
   * @param sql the statements of the request, separated by semicolons
   */
  RequestFate decide(String sql);
}
