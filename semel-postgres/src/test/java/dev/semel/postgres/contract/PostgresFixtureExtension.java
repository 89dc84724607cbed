package dev.semel.postgres.contract;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives each test class a fixture of its own, which ends with the class. */
final class PostgresFixtureExtension implements BeforeAllCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(PostgresFixtureExtension.class);

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
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(
            PostgresFixture.class,
            key -> newFixture(context.getRequiredTestClass()),
            PostgresFixture.class);
  }

  private static PostgresFixture newFixture(Class<?> testClass) {
    boolean managed = testClass.isAnnotationPresent(WithManagedTransactions.class);
    return PostgresFixture.create(testClass.getSimpleName(), managed);
  }
}
