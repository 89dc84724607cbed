package dev.semel.bench.contender;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import dev.semel.bench.measure.MeasurementException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.aspectj.MethodInvocationProceedingJoinPoint;
import org.springframework.aop.framework.ProxyFactory;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.Idempotent;
import software.amazon.lambda.powertools.idempotency.internal.IdempotentAspect;

/**
 * The annotation of Powertools on the handler of a Lambda function, with a key and a payload to
 * compare. Its aspect is put around the handler by Spring, where a function would be woven.
 */
final class PowertoolsContender implements Contender {
  /** What Lambda would give the function, and how long a claim of it is good. */
  private static final int TIMEOUT_MILLIS = 10_000;

  private final Payments payments;

  PowertoolsContender(Desk desk) {
    Idempotency.config()
        .withPersistenceStore(new PowertoolsStore(desk.pool()))
        .withConfig(
            IdempotencyConfig.builder()
                .withEventKeyJMESPath("key")
                .withPayloadValidationJMESPath("payload")
                .build())
        .configure();
    ProxyFactory factory = new ProxyFactory(new Payments(desk));
    factory.setProxyTargetClass(true);
    factory.addAdvice(around(new IdempotentAspect()));
    this.payments = (Payments) factory.getProxy();
  }

  /** Called by hand: its pointcut names the annotation in a way that only a weaver understands. */
  private static MethodInterceptor around(IdempotentAspect aspect) {
    return invocation -> {
      Idempotent annotation = invocation.getMethod().getAnnotation(Idempotent.class);
      return annotation == null
          ? invocation.proceed()
          : aspect.around(
              new MethodInvocationProceedingJoinPoint((ProxyMethodInvocation) invocation),
              annotation);
    };
  }

  /** The function. */
  public static class Payments implements RequestHandler<PaymentTaken, String> {
    private final Desk desk;

    Payments(Desk desk) {
      this.desk = desk;
    }

    @Override
    @Idempotent
    public String handleRequest(PaymentTaken payment, Context context) {
      try {
        return desk.workAlone(payment.call());
      } catch (SQLException e) {
        throw new MeasurementException("the function failed", e);
      }
    }
  }

  @Override
  public String take(Call call) {
    return payments.handleRequest(PaymentTaken.of(call), invocation());
  }

  /** One that has all its time left; nothing else is asked of it. */
  private static Context invocation() {
    return (Context)
        Proxy.newProxyInstance(
            Context.class.getClassLoader(),
            new Class<?>[] {Context.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getRemainingTimeInMillis")) {
                return TIMEOUT_MILLIS;
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }
}
