package dev.semel.http;

/** Where a caller's key is unique. */
public enum ScopedBy {
  /**
   * Within a route. The concrete path counts in the fingerprint, so the same key for another
   * resource is a mismatch.
   */
  TEMPLATE,
  /**
   * Within one concrete path of a route: the same key for another resource is another intent. The
   * path is then the operation's name in records and in what listeners of the engine hear, so
   * meters should go by the route's operation.
   */
  PATH,
  /**
   * Within all routes of the filter that say so: a caller uses a key once, whatever the route. The
   * same key for another route is a mismatch. The operation's name in records is then {@link
   * Route#ANY_OPERATION}.
   */
  CALLER
}
