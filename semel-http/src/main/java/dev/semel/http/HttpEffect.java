package dev.semel.http;

import dev.semel.JdbcEffect;
import dev.semel.http.internal.Attributes;
import jakarta.servlet.ServletRequest;

/**
 * What a handler of a transactional route works with: the connection of the transaction that also
 * holds the claim and the response, and what else commits with it. For the thread that runs the
 * handler, while it runs.
 *
 * <pre>{@code
 * protected void doPost(HttpServletRequest request, HttpServletResponse response) {
 *   JdbcEffect effect = HttpEffect.of(request);
 *   long id = cases.open(effect.connection(), read(request));
 *   effect.audit("OPEN_CASE", "case " + id, null);
 *   ...
 * }
 * }</pre>
 *
 * <p>{@link JdbcEffect#reject} rolls back, and the caller and every retry get a problem with the
 * rejection's code and detail.
 */
public final class HttpEffect {
  private HttpEffect() {}

  /**
   * The effect of the request that is being handled.
   *
   * @throws IllegalStateException if its route is not protected, is leased, or was let through
   *     without protection; the message says which
   */
  public static JdbcEffect of(ServletRequest request) {
    if (request.getAttribute(Attributes.EFFECT) instanceof JdbcEffect effect) {
      Idempotency.begin(request);
      return effect;
    }
    boolean isLeased = request.getAttribute(Attributes.LEASED) != null;
    throw new IllegalStateException(
        isLeased
            ? "this route is leased, so there is no transaction to work in; open your own, or make"
                + " the route transactional"
            : "this request has no effect: its route is not protected, it came without a key where"
                + " that is optional, the store was away and the route fails open, or the handler"
                + " has ended");
  }
}
