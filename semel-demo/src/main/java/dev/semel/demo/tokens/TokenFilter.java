package dev.semel.demo.tokens;

import dev.semel.demo.problems.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Finds out who asks, before anything else happens. It stands where Spring Security would: in front
 * of the idempotency filter, so that a replay is for nobody but the one who may see it.
 */
@Component
@Order(TokenFilter.ORDER)
class TokenFilter extends OncePerRequestFilter {
  static final int ORDER = -200;

  private static final String SCHEME = "Bearer ";
  private static final Set<String> OPEN_TO_ALL = Set.of("/api/users", "/api/storm/limits");

  private final Tokens tokens;
  private final ProblemWriter problems;

  TokenFilter(Tokens tokens, ProblemWriter problems) {
    this.tokens = tokens;
    this.problems = problems;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    String path = request.getRequestURI();
    return !path.startsWith("/api/") || OPEN_TO_ALL.contains(path);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    User user = userOf(request);
    if (user == null) {
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"casework\"");
      problems.write(
          response,
          HttpStatus.UNAUTHORIZED,
          "NO_TOKEN",
          "Who are you?",
          "send a demo token, as in Authorization: Bearer north-olga; GET /api/users lists them");
      return;
    }
    request.setAttribute(CurrentUser.ATTRIBUTE, user);
    chain.doFilter(request, response);
  }

  private @Nullable User userOf(HttpServletRequest request) {
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    return header == null || !header.startsWith(SCHEME)
        ? null
        : tokens.userOf(header.substring(SCHEME.length()).strip());
  }
}
