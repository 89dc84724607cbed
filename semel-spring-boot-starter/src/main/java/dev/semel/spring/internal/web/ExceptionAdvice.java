package dev.semel.spring.internal.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.annotation.ExceptionHandlerMappingInfo;
import org.springframework.web.method.annotation.ExceptionHandlerMethodResolver;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.ExceptionHandlerExceptionResolver;

/**
 * Knows the {@code @ExceptionHandler} methods of the application. Safe for use by several threads.
 */
final class ExceptionAdvice {
  private final List<ExceptionHandlerExceptionResolver> resolvers;
  private final Map<Class<?>, ExceptionHandlerMethodResolver> controllers =
      new ConcurrentHashMap<>();

  ExceptionAdvice(List<HandlerExceptionResolver> all) {
    this.resolvers =
        all.stream()
            .filter(ExceptionHandlerExceptionResolver.class::isInstance)
            .map(ExceptionHandlerExceptionResolver.class::cast)
            .toList();
  }

  /**
   * Returns whether Spring MVC would give a failure to an {@code @ExceptionHandler} that names its
   * type or a supertype up to a given one, and not just {@code Exception} or the like.
   */
  boolean names(Class<? extends Exception> upTo, Exception failure, @Nullable Object handler) {
    return handler instanceof HandlerMethod method
        && mappings(method)
            .map(mapping -> mapping.resolveExceptionMapping(failure, MediaType.ALL))
            .filter(Objects::nonNull)
            .findFirst()
            .filter(chosen -> names(chosen, upTo, failure))
            .isPresent();
  }

  private static boolean names(
      ExceptionHandlerMappingInfo chosen, Class<? extends Exception> upTo, Exception failure) {
    return chosen.getExceptionTypes().stream()
        .anyMatch(type -> upTo.isAssignableFrom(type) && type.isInstance(failure));
  }

  /** In the order in which Spring MVC asks them: the controller's own, then the advice. */
  private Stream<ExceptionHandlerMethodResolver> mappings(HandlerMethod handler) {
    Class<?> controller = handler.getBeanType();
    return Stream.concat(
        Stream.of(controllers.computeIfAbsent(controller, ExceptionHandlerMethodResolver::new)),
        resolvers.stream()
            .flatMap(resolver -> resolver.getExceptionHandlerAdviceCache().entrySet().stream())
            .filter(advice -> advice.getKey().isApplicableToBeanType(controller))
            .map(Map.Entry::getValue));
  }

  /** Gives a failure to the {@code @ExceptionHandler} methods; null if none of them takes it. */
  @Nullable ModelAndView resolve(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception failure) {
    for (ExceptionHandlerExceptionResolver resolver : resolvers) {
      ModelAndView resolved = resolver.resolveException(request, response, handler, failure);
      if (resolved != null) {
        return resolved;
      }
    }
    return null;
  }
}
