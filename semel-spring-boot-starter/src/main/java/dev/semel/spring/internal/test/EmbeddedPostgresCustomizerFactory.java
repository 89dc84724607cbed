package dev.semel.spring.internal.test;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import java.util.List;
import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.util.ClassUtils;

/**
 * Gives the application context of each test an empty database on the embedded PostgreSQL, if
 * {@code semel.test.embedded-postgres} is true. Found by Spring's test framework.
 */
public final class EmbeddedPostgresCustomizerFactory implements ContextCustomizerFactory {
  private static final String PROPERTY = "semel.test.embedded-postgres";
  private static final String SERVER = "dev.semel.testing.postgres.PostgresServer";
  private static final List<String> MIGRATIONS =
      List.of("org.flywaydb.core.Flyway", "liquibase.Liquibase");

  @Override
  public ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
    return new Customizer();
  }

  /** The same for all tests, so that contexts are still shared. */
  private record Customizer() implements ContextCustomizer {
    @Override
    public void customizeContext(
        ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
      ConfigurableEnvironment environment = context.getEnvironment();
      if (environment.getProperty(PROPERTY, Boolean.class, false)) {
        if (!isPresent(SERVER)) {
          throw new IllegalStateException(
              PROPERTY
                  + " is true, but there is no embedded PostgreSQL on the class path; add the test dependency dev.semel:semel-testing");
        }
        Connection.replaceIn(environment);
      }
    }
  }

  private static boolean isPresent(String className) {
    return ClassUtils.isPresent(
        className, EmbeddedPostgresCustomizerFactory.class.getClassLoader());
  }

  /** Apart, because its classes may be missing. */
  private static final class Connection {
    static void replaceIn(ConfigurableEnvironment environment) {
      PostgresDatabase database = PostgresServer.shared().newDatabase("spring");
      environment
          .getPropertySources()
          .addFirst(
              new MapPropertySource(
                  PROPERTY,
                  Map.of(
                      "spring.datasource.url",
                      database.jdbcUrl(),
                      "spring.datasource.username",
                      database.user(),
                      "spring.datasource.driver-class-name",
                      "org.postgresql.Driver",
                      "spring.test.database.replace",
                      "none")));
      environment
          .getPropertySources()
          .addLast(new MapPropertySource(PROPERTY + ".defaults", defaults()));
    }

    /** What Spring Boot does on H2. */
    private static Map<String, Object> defaults() {
      return MIGRATIONS.stream().anyMatch(EmbeddedPostgresCustomizerFactory::isPresent)
          ? Map.of("spring.sql.init.mode", "always")
          : Map.of(
              "spring.sql.init.mode", "always", "spring.jpa.hibernate.ddl-auto", "create-drop");
    }
  }
}
