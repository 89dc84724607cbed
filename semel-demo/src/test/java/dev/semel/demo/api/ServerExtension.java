package dev.semel.demo.api;

import dev.semel.demo.CaseworkExtension;
import dev.semel.testing.postgres.PostgresDatabase;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the service by its address, and the database behind it. */
final class ServerExtension implements ParameterResolver {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Api.class || type == PostgresDatabase.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    CaseworkExtension.Running running = CaseworkExtension.running(context);
    return parameter.getParameter().getType() == Api.class
        ? new Api(running.port())
        : running.database();
  }
}
