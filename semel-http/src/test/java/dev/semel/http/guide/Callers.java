package dev.semel.http.guide;

import dev.semel.http.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Who calls the service. */
final class Callers {
  private Callers() {}

  // snippet: http-caller
  static @Nullable Caller of(HttpServletRequest request) {
    Principal user = request.getUserPrincipal();
    return user == null ? null : new Caller(tenantOf(user), user.getName());
  }

  // end snippet

  private static String tenantOf(Principal user) {
    return user.getName().endsWith("@globex") ? "globex" : "acme";
  }
}
