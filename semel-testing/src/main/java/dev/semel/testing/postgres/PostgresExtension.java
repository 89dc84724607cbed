package dev.semel.testing.postgres;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test class a database of its own on the shared server, as a parameter of its
 * constructor or of any test or lifecycle method.
 *
 * <pre>{@code
 * @ExtendWith(PostgresExtension.class)
 * class OrdersIT {
 *   @BeforeAll
 *   static void createTables(PostgresDatabase database) {
 *     database.execute("CREATE TABLE orders (id bigint PRIMARY KEY)");
 *   }
 *
 *   @Test
 *   void anOrderIsStored(PostgresDatabase database) { ... }
 * }
 * }</pre>
 *
 * <p><b>Guarantee:</b> all parameters within one test class, its nested classes included, are the
 * same database, and no other class has it.
 *
 * <p><b>Order:</b> the database is made before the first {@code @BeforeAll} method and dropped
 * after the last {@code @AfterAll} method.
 *
 * <p><b>Threads:</b> safe for tests that run in parallel.
 */
public final class PostgresExtension implements BeforeAllCallback, ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(PostgresExtension.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    databaseOf(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == PostgresDatabase.class;
  }

  @Override
  public PostgresDatabase resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return databaseOf(context);
  }

  /** Returns the database of the context's test class, for other extensions. */
  // The context that puts the database into its store is the outermost test class, because that one
  // comes first; JUnit closes what is in a store with the context.
  public static PostgresDatabase databaseOf(ExtensionContext context) {
    String hint = context.getRequiredTestClass().getSimpleName();
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(
            PostgresDatabase.class,
            key -> PostgresServer.shared().newDatabase(hint),
            PostgresDatabase.class);
  }
}
