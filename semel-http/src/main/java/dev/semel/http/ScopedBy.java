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
  PATH
}
