package dev.semel.postgres.contract;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test class a fixture of its own, which ends with the class. Mutation testing runs each
 * test by itself, hundreds of times; there fixtures last as long as the program.
 */
final class PostgresFixtureExtension implements BeforeAllCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(PostgresFixtureExtension.class);
  private static final boolean KEEPS = Boolean.getBoolean("semel.test.keep.fixtures");
  private static final Map<Class<?>, PostgresFixture> KEPT = new ConcurrentHashMap<>();

  @Override
  public void beforeAll(ExtensionContext context) {
    fixture(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == PostgresFixture.class;
  }

  @Override
  public PostgresFixture resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return fixture(context);
  }

  // Made in the context of the class, whose end closes it.
  private static PostgresFixture fixture(ExtensionContext context) {
    if (KEEPS) {
      return KEPT.computeIfAbsent(
          context.getRequiredTestClass(), PostgresFixtureExtension::newFixture);
    }
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(
            PostgresFixture.class,
            key -> newFixture(context.getRequiredTestClass()),
            PostgresFixture.class);
  }

  private static PostgresFixture newFixture(Class<?> testClass) {
    boolean shared = testClass.isAnnotationPresent(WithSharedConnections.class);
    return PostgresFixture.create(testClass.getSimpleName(), shared);
  }
}
