package dev.semel.spring.internal.web;

import dev.semel.RejectedException;
import dev.semel.http.HttpEffect;
import dev.semel.http.Idempotency;
import dev.semel.postgres.connection.CommandTransaction;
import dev.semel.spring.SpringTransactions;
import dev.semel.spring.TransientFailures;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.BindException;
import org.springframework.web.HttpMediaTypeException;
import org.springframework.web.bind.ServletRequestBindingException;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.support.InvocableHandlerMethod;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.multipart.support.MissingServletRequestPartException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;

/**
 * Tells the filter when a handler begins, and that it did not after all where its arguments could
 * not be made; what is answered then is no answer to the command, and a mended request may use the
 * same key. Also refuses a handler that the filter did not see coming, or that is not in a
 * transaction of Spring's.
 */
public final class HandlerBegin implements HandlerInterceptor, HandlerExceptionResolver, Ordered {
  private static final List<Class<? extends Exception>> ABOUT_THE_REQUEST =
      List.of(
          HttpMessageNotReadableException.class,
          HttpMediaTypeException.class,
          BindException.class,
          ServletRequestBindingException.class,
          MissingServletRequestPartException.class,
          MultipartException.class,
          TypeMismatchException.class);

  private static final int CLIENT_ERRORS = 400;

  /** The method of Spring's that makes a handler's arguments. */
  private static final String MAKES_ARGUMENTS = "getMethodArgumentValues";

  private final HandlerRoutes routes;
  private final ObjectProvider<SpringTransactions> transactions;

  public HandlerBegin(HandlerRoutes routes, ObjectProvider<SpringTransactions> transactions) {
    this.routes = routes;
    this.transactions = transactions;
  }

  /** The last of interceptors: what those before it answer is not the handler's. */
  public static final int INTERCEPTOR_ORDER = Ordered.LOWEST_PRECEDENCE;

  /** The first of those who look at exceptions; it resolves none. */
  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (ErrorPages.isRendering(request)) {
      return true;
    }
    if (request.getDispatcherType() == DispatcherType.REQUEST
        || request.getDispatcherType() == DispatcherType.FORWARD) {
      refuseUnlessAgreed(request, handler);
    }
    Idempotency.begin(request);
    return true;
  }

  private void refuseUnlessAgreed(HttpServletRequest request, Object handler) {
    if (!(handler instanceof HandlerMethod called)
        || !routes.covers(HandlerRoutes.Handler.of(called), request.getMethod())) {
      return;
    }
    if (!HandlerRoutes.Handler.of(called).equals(request.getAttribute(HandlerRoutes.HANDLER))) {
      throw new IllegalStateException(
          "%s is @Idempotent, but this request came past the filter that protects it (by a forward, or a second dispatcher); send it to the handler's own path"
              .formatted(called.getShortLogMessage()));
    }
    if (HandlerRoutes.isAuthorizingReplays(request)) {
      ReplayStop.prepare(request, called);
    }
    if (isInTransaction(request)) {
      transactions.ifAvailable(SpringTransactions::refuseUnlessShared);
    }
  }

  /** Not so where the route is leased, or the request was let through without protection. */
  static boolean isInTransaction(HttpServletRequest request) {
    try {
      return HttpEffect.of(request) != null;
    } catch (IllegalStateException noEffect) {
      return false;
    }
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception failure) {
    if (failure instanceof ReplayStop.ReplayAllowedException) {
      return new ModelAndView();
    }
    if (isAboutTheRequest(failure)) {
      declare(request, failure);
    } else if (failure instanceof RejectedException) {
      Idempotency.rejectedAnswer(request);
    } else if (TransientFailures.isTransient(failure)) {
      Idempotency.failedAnswer(request, failure);
    }
    return null;
  }

  /** An error that a lost race or a deadlock has led to is not the answer to the command. */
  @Override
  public void afterCompletion(
      HttpServletRequest request,
      HttpServletResponse response,
      Object handler,
      @Nullable Exception failure) {
    CommandTransaction command =
        transactions.stream().findFirst().map(SpringTransactions::currentCommand).orElse(null);
    Throwable met = command == null ? null : command.transientFailure();
    if (met != null && response.getStatus() >= CLIENT_ERRORS) {
      Idempotency.failedAnswer(request, met);
    }
  }

  /** A handler that has run has failed, even if it is the request that its answer does not suit. */
  private static void declare(HttpServletRequest request, Exception failure) {
    if (isBeforeTheMethod(failure)) {
      Idempotency.transientAnswer(request);
    } else {
      Idempotency.failedAnswer(request);
    }
  }

  /**
   * Whether it was thrown while arguments were made or checked. The same exceptions are thrown when
   * the answer cannot be written as the client wants it, and may be thrown by any handler.
   */
  private static boolean isBeforeTheMethod(Exception failure) {
    return failure instanceof HandlerMethodValidationException
        || Stream.of(failure.getStackTrace())
            .anyMatch(
                frame ->
                    frame.getClassName().equals(InvocableHandlerMethod.class.getName())
                        && frame.getMethodName().equals(MAKES_ARGUMENTS));
  }

  private static boolean isAboutTheRequest(Exception failure) {
    if (failure instanceof HandlerMethodValidationException invalid) {
      return !invalid.isForReturnValue();
    }
    return ABOUT_THE_REQUEST.stream().anyMatch(type -> type.isInstance(failure));
  }
}
