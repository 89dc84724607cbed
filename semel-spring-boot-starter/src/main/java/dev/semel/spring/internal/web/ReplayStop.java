package dev.semel.spring.internal.web;

import dev.semel.http.Idempotency;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.method.HandlerMethod;

/**
 * Ends the dispatch of a retry where the handler would be called: method security has authorised
 * the call, with the arguments of the retry. Stands behind the advisors of method security in the
 * proxy of a controller. Safe for use by several threads.
 */
final class ReplayStop implements MethodInterceptor {
  private static final String HANDLER_METHOD = ReplayStop.class.getName() + ".method";

  private ReplayStop() {}

  /** Thrown in place of calling the handler. */
  static final class ReplayAllowedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private ReplayAllowedException() {
      super("the caller may have the stored response", null, false, false);
    }
  }

  static Advisor advisor() {
    return new DefaultPointcutAdvisor(new ReplayStop());
  }

  static boolean isIn(Advised proxy) {
    return Stream.of(proxy.getAdvisors())
        .anyMatch(advisor -> advisor.getAdvice() instanceof ReplayStop);
  }

  /** Notes which call is that of the handler; refuses one that could not be stopped. */
  static void prepare(HttpServletRequest request, HandlerMethod handler) {
    if (!isBehindSecurity(handler.getBean())) {
      throw new IllegalStateException(
          "%s has method security, but its bean is no proxy of Spring AOP, so a replay could not be authorised; use @EnableMethodSecurity with proxies that are not frozen or opaque, or authorise in the filter chain"
              .formatted(handler.getShortLogMessage()));
    }
    request.setAttribute(
        HANDLER_METHOD, BridgeMethodResolver.findBridgedMethod(handler.getMethod()));
  }

  /** Looks also into the proxy of a scoped bean. */
  private static boolean isBehindSecurity(@Nullable Object bean) {
    Object inner = bean;
    while (inner instanceof Advised proxy) {
      if (isIn(proxy)) {
        return true;
      }
      inner = target(proxy);
    }
    return false;
  }

  private static @Nullable Object target(Advised proxy) {
    try {
      return proxy.getTargetSource().getTarget();
    } catch (Exception e) {
      throw new IllegalStateException("The target of a controller's proxy could not be found", e);
    }
  }

  @Override
  public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
    if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current
        && isReplay(current.getRequest(), invocation.getMethod())) {
      Idempotency.allowReplay(current.getRequest());
      throw new ReplayAllowedException();
    }
    return invocation.proceed();
  }

  private static boolean isReplay(HttpServletRequest request, Method called) {
    return Idempotency.isReplayCheck(request)
        && called.equals(request.getAttribute(HANDLER_METHOD));
  }
}
