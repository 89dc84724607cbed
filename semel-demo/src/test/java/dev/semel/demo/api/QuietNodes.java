package dev.semel.demo.api;

import dev.semel.demo.DemoApplication;
import dev.semel.demo.broker.Broker;
import dev.semel.demo.database.ExternalDatabase;
import dev.semel.demo.flow.QuietFlow;
import dev.semel.demo.notices.QuietNotices;
import dev.semel.demo.storm.QuietStorms;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * Nodes of the service, one for each way to the database. They have no broker and carry no events,
 * so that nothing is under way but what is explored. Safe for use by several threads.
 */
final class QuietNodes implements AutoCloseable {
  private final Map<String, ConfigurableApplicationContext> nodes = new ConcurrentHashMap<>();
  private final boolean findAllReady;

  private QuietNodes(boolean findAllReady) {
    this.findAllReady = findAllReady;
  }

  /** Nodes that set the database up if need be. */
  static QuietNodes settingUp() {
    return new QuietNodes(false);
  }

  /**
   * Nodes of a database that others have set up. At their start they send it nothing that a command
   * sends too, and could be taken for.
   */
  static QuietNodes onReadyDatabase() {
    return new QuietNodes(true);
  }

  ConfigurableApplicationContext at(String jdbcUrl) {
    return nodes.computeIfAbsent(jdbcUrl, this::start);
  }

  Api api(String jdbcUrl) {
    return new Api(
        at(jdbcUrl).getEnvironment().getRequiredProperty("local.server.port", Integer.class));
  }

  private ConfigurableApplicationContext start(String jdbcUrl) {
    ExternalDatabase external = new ExternalDatabase(jdbcUrl, null, null);
    return new SpringApplicationBuilder(DemoApplication.class)
        .initializers(
            context -> {
              context.getBeanFactory().registerSingleton("database", external);
              context.getBeanFactory().registerSingleton("broker", Broker.none());
              GenericApplicationContext beans = (GenericApplicationContext) context;
              beans.registerBean(QuietFlow.class, bean -> bean.setPrimary(true));
              beans.registerBean(QuietNotices.class, bean -> bean.setPrimary(true));
              beans.registerBean(QuietStorms.class, bean -> bean.setPrimary(true));
              if (findAllReady) {
                context.addBeanFactoryPostProcessor(all -> beans.removeBeanDefinition("seed"));
              }
            })
        .run(
            "--server.port=0",
            "--spring.datasource.url=" + jdbcUrl,
            "--spring.datasource.hikari.maximum-pool-size=4",
            "--spring.flyway.enabled=" + !findAllReady,
            "--semel.postgres.migrate=" + !findAllReady);
  }

  @Override
  public void close() {
    nodes.values().forEach(ConfigurableApplicationContext::close);
  }
}
