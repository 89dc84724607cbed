package dev.semel.demo.tokens;

import dev.semel.demo.problems.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Finds out who asks, before anything else happens. It stands where Spring Security would: in front
 * of the idempotency filter, so that a replay is for nobody but the one who may see it.
 *
 * <p>A path can be spelled in many ways: {@code /%61pi/storm}, {@code /api;v=1/storm}, {@code
 * //api/storm}. So the raw URI is never compared. Spring MVC finds handlers by the decoded segments
 * of the path as it was sent; the container finds servlets by the path that it decoded and
 * normalised. No token is needed only if the path is open by both.
 */
@Component
@Order(TokenFilter.ORDER)
class TokenFilter extends OncePerRequestFilter {
  static final int ORDER = -200;

  private static final String SCHEME = "Bearer ";
  private static final PathPattern API = PathPatternParser.defaultInstance.parse("/api/**");
  private static final List<PathPattern> OPEN_TO_ALL =
      Stream.of("/api/users", "/api/storm/limits")
          .map(PathPatternParser.defaultInstance::parse)
          .toList();
  private static final PathContainer.Options DECODED = PathContainer.Options.create('/', false);

  private final Tokens tokens;
  private final ProblemWriter problems;

  TokenFilter(Tokens tokens, ProblemWriter problems) {
    this.tokens = tokens;
    this.problems = problems;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return isOpen(ServletRequestPathUtils.parse(request).pathWithinApplication())
        && isOpen(PathContainer.parsePath(containerPath(request), DECODED));
  }

  private static boolean isOpen(PathContainer path) {
    return !API.matches(path) || OPEN_TO_ALL.stream().anyMatch(open -> open.matches(path));
  }

  private static String containerPath(HttpServletRequest request) {
    String info = request.getPathInfo();
    return info == null ? request.getServletPath() : request.getServletPath() + info;
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
