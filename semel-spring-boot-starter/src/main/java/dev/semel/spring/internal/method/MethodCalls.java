package dev.semel.spring.internal.method;

import dev.semel.spring.PrincipalResolver;
import dev.semel.spring.TenantResolver;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationContext;

/**
 * What the commands of an application have in common: how their expressions see a call, and who is
 * asked for tenant and principal.
 *
 * @param tenants null if there is nobody to ask
 * @param principals null if there is nobody to ask
 */
record MethodCalls(
    BeanFactory beans,
    ParameterNameDiscoverer names,
    @Nullable TenantResolver tenants,
    @Nullable PrincipalResolver principals) {

  static MethodCalls of(BeanFactory beans) {
    return new MethodCalls(
        beans,
        new DefaultParameterNameDiscoverer(),
        beans.getBeanProvider(TenantResolver.class).getIfAvailable(),
        beans.getBeanProvider(PrincipalResolver.class).getIfAvailable());
  }

  EvaluationContext context(AnnotatedMethod method, @Nullable Object target, Object[] arguments) {
    MethodBasedEvaluationContext context =
        new MethodBasedEvaluationContext(target, method.method(), arguments, names);
    context.setBeanResolver(new BeanFactoryResolver(beans));
    return context;
  }
}
