package dev.semel.spring;

import dev.semel.postgres.connection.CommandDataSource;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import javax.sql.DataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * Lets the connections of every data source of an application take part in commands. A data source
 * keeps its class, so that it can still be injected as a {@code HikariDataSource}.
 */
final class CommandDataSources implements BeanPostProcessor, PriorityOrdered {
  /** Behind all others, so that what they wrap around a pool is inside. */
  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof TransactionAwareDataSourceProxy transactionAware) {
      // Spring looks behind its own proxy when it binds connections.
      shareTarget(transactionAware);
      return bean;
    }
    return bean instanceof DataSource dataSource ? shared(dataSource) : bean;
  }

  private static void shareTarget(TransactionAwareDataSourceProxy transactionAware) {
    DataSource target = transactionAware.getTargetDataSource();
    if (target != null) {
      transactionAware.setTargetDataSource(shared(target));
    }
  }

  private static DataSource shared(DataSource dataSource) {
    return !choosesLate(dataSource) && CommandDataSource.find(dataSource) != null
        ? dataSource
        : proxy(dataSource);
  }

  /**
   * What it leads to may be shared already, but its own connections are neither those nor always
   * from the same.
   */
  private static boolean choosesLate(DataSource dataSource) {
    return dataSource instanceof AbstractRoutingDataSource
        || dataSource instanceof LazyConnectionDataSourceProxy;
  }

  private static DataSource proxy(DataSource dataSource) {
    ProxyFactory factory = new ProxyFactory(dataSource);
    factory.setProxyTargetClass(!Modifier.isFinal(dataSource.getClass().getModifiers()));
    factory.addAdvice(new Connections(new CommandDataSource(dataSource)));
    return (DataSource) factory.getProxy(dataSource.getClass().getClassLoader());
  }

  /** Answers what is about connections itself. */
  private record Connections(CommandDataSource commands) implements MethodInterceptor {
    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
      Method method = invocation.getMethod();
      boolean isConnection =
          method.getName().equals("getConnection") && method.getParameterCount() == 0;
      if (isConnection) {
        return commands.getConnection();
      }
      if (isOfWrapper(method) && invocation.getArguments()[0] == CommandDataSource.class) {
        return method.getName().equals("unwrap") ? commands : (Object) true;
      }
      return invocation.proceed();
    }

    private static boolean isOfWrapper(Method method) {
      return (method.getName().equals("unwrap") || method.getName().equals("isWrapperFor"))
          && method.getParameterCount() == 1;
    }
  }
}
