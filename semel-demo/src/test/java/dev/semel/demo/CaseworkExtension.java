package dev.semel.demo;

import dev.semel.demo.database.ExternalDatabase;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Gives tests the service, on a database of the shared server. All test classes of a JVM get the
 * same one, so each test works in a tenant of its own.
 */
public final class CaseworkExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(CaseworkExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Casework.class;
  }

  @Override
  public Casework resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Running running = running(context);
    return new Casework(running.database(), running.application());
  }

  /** The one service of this JVM; ends with the last test. */
  public static Running running(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(Running.class, key -> start(), Running.class);
  }

  private static Running start() {
    PostgresDatabase database = PostgresServer.shared().newDatabase("casework");
    ExternalDatabase external = new ExternalDatabase(database.jdbcUrl(), null, null);
    ConfigurableApplicationContext application =
        new SpringApplicationBuilder(DemoApplication.class)
            .initializers(
                context -> {
                  context.getBeanFactory().registerSingleton("database", external);
                  context
                      .getBeanFactory()
                      .registerSingleton("broker", SharedBroker.withTopicOfItsOwn());
                })
            .run(
                "--server.port=0",
                "--semel.http.wait-up-to=1s",
                "--spring.datasource.url=" + database.jdbcUrl());
    return new Running(database, application);
  }

  /** A service and its database. */
  public record Running(PostgresDatabase database, ConfigurableApplicationContext application)
      implements AutoCloseable {
    public int port() {
      return application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    @Override
    public void close() {
      application.close();
      database.close();
    }
  }
}
