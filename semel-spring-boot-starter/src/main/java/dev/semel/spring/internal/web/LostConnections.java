package dev.semel.spring.internal.web;

import dev.semel.http.Idempotency;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.DefaultHandlerExceptionResolver;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Lets a handler fail that lost a connection of its own. Spring takes whatever ends in an {@code
 * EOFException}, or says "connection reset by peer", for the end of the caller's connection: it
 * resolves the failure by an empty response with status 200, since nobody is there to read it. That
 * response would be the answer of the command for good, and half an effect would commit with it. A
 * protected handler does not write to its caller but to a captured response; what it lost was
 * another server, such as the database of an inbox.
 */
public final class LostConnections implements HandlerExceptionResolver {
  /** Stands before the one who would resolve it; whoever has a better answer stands before both. */
  public static void guard(List<HandlerExceptionResolver> resolvers) {
    int place = 0;
    while (place < resolvers.size()
        && !(resolvers.get(place) instanceof DefaultHandlerExceptionResolver)) {
      place++;
    }
    resolvers.add(place, new LostConnections());
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception failure) {
    if (isProtected(request, response)
        && DisconnectedClientHelper.isClientDisconnectedException(failure)) {
      throw failure instanceof RuntimeException unchecked
          ? unchecked
          : new UndeclaredThrowableException(failure);
    }
    return null;
  }

  /** A leased handler whose response has begun does write to its caller. */
  private static boolean isProtected(HttpServletRequest request, HttpServletResponse response) {
    return Idempotency.intentOf(request) != null
        && (HandlerBegin.isInTransaction(request) || !response.isCommitted());
  }
}
