package dev.semel.demo.server;

import dev.semel.demo.DemoApplication;
import dev.semel.demo.broker.Broker;
import dev.semel.demo.database.Database;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** The service with its web server, on a database and a broker that are there. */
public final class DemoServer implements AutoCloseable {
  private final ConfigurableApplicationContext application;

  private DemoServer(ConfigurableApplicationContext application) {
    this.application = application;
  }

  /** Starts the service without a broker: events stay in the outbox. */
  public static DemoServer start(int port, Database database, Class<?>... additions) {
    return start(port, database, Broker.none(), additions);
  }

  /**
   * Starts the service.
   *
   * @param port where to listen; 0 for any free one
   * @param database what it works on; it stays the caller's to close
   * @param broker where its events go; it stays the caller's to close
   * @param additions components that the service has besides its own
   */
  public static DemoServer start(
      int port, Database database, Broker broker, Class<?>... additions) {
    Map<String, Object> properties = new HashMap<>(database.properties());
    properties.put("server.port", port);
    ApplicationContextInitializer<ConfigurableApplicationContext> given =
        context -> {
          context
              .getEnvironment()
              .getPropertySources()
              .addFirst(new MapPropertySource("demo", properties));
          context.getBeanFactory().registerSingleton("database", database);
          context.getBeanFactory().registerSingleton("broker", broker);
        };
    return new DemoServer(
        new SpringApplicationBuilder(DemoApplication.class)
            .sources(additions)
            .initializers(given)
            .registerShutdownHook(false)
            .run());
  }

  /** The port it listens on. */
  public int port() {
    return application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  @Override
  public void close() {
    application.close();
  }
}
