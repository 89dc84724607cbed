package dev.semel.demo.tokens;

import dev.semel.http.Caller;
import dev.semel.http.CallerResolver;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Tells Semel whose keys are whose: those of one user of one tenant. */
@Component
class CurrentUser implements CallerResolver {
  /** Where the token filter leaves the user. */
  static final String ATTRIBUTE = "user";

  @Override
  public @Nullable Caller resolve(HttpServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof User user
        ? new Caller(user.tenant(), user.user())
        : null;
  }
}
