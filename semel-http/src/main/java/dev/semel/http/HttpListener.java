package dev.semel.http;

/**
 * Hears what became of each request to a protected route. Told the method and the route's operation
 * only, which are few: never a key, a path, a caller or a payload.
 *
 * <p>Called on the thread that serves the request. Must be quick and safe for several threads; what
 * it throws is logged and changes nothing.
 */
@FunctionalInterface
public interface HttpListener {
  void on(HttpEvent event, String method, String operation);
}
