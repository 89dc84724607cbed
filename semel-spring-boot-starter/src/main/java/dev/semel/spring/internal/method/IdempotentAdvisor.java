package dev.semel.spring.internal.method;

import dev.semel.Outcome;
import dev.semel.jdbc.SelfManaged;
import dev.semel.spring.internal.EffectBinding;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Objects;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;

/**
 * Runs the methods of beans that are commands as commands. What it needs is fetched with the first
 * call, because advisors are made before all other beans.
 */
public final class IdempotentAdvisor extends StaticMethodMatcherPointcutAdvisor {
  private static final long serialVersionUID = 1L;

  /** Around the transactions of Spring, which come last of all; inside of everything else. */
  private static final int ORDER = Ordered.LOWEST_PRECEDENCE - 1_000;

  public IdempotentAdvisor(ObjectProvider<IdempotentMethods> methods) {
    super(new Interceptor(methods));
    setOrder(ORDER);
  }

  /** A final class is left to the check at start, which words it better than Spring would. */
  @Override
  public boolean matches(Method method, Class<?> targetClass) {
    return !AnnotatedMethod.isController(targetClass)
        && !Modifier.isFinal(targetClass.getModifiers())
        && AnnotatedMethod.of(method, targetClass) != null;
  }

  /** Around one call. */
  private record Interceptor(ObjectProvider<IdempotentMethods> provider)
      implements MethodInterceptor {

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
      IdempotentMethods methods = provider.getObject();
      Object target = Objects.requireNonNull(invocation.getThis());
      AnnotatedMethod method =
          Objects.requireNonNull(AnnotatedMethod.of(invocation.getMethod(), target.getClass()));
      var intent = methods.command(method).intent(target, invocation.getArguments());
      try {
        SelfManaged<Returned> command =
            effect -> EffectBinding.during(effect, () -> run(invocation));
        Outcome<Returned> outcome = methods.semel().once(intent, command);
        return outcome.orElseThrow().value();
      } catch (CheckedFailure carried) {
        throw carried.getCause();
      }
    }

    /** Each attempt walks the rest of the chain anew. */
    private static Returned run(MethodInvocation invocation) {
      try {
        return new Returned(((ProxyMethodInvocation) invocation).invocableClone().proceed());
      } catch (RuntimeException | Error failure) {
        throw failure;
      } catch (Throwable checked) {
        throw new CheckedFailure(checked);
      }
    }
  }

  /** Carries what a method declares to throw past those who may not. */
  private static final class CheckedFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Throwable thrown;

    CheckedFailure(Throwable thrown) {
      super(thrown.getMessage(), thrown);
      this.thrown = thrown;
    }

    @Override
    public synchronized Throwable getCause() {
      return thrown;
    }
  }
}
