package dev.semel.demo.api;

import dev.semel.demo.DemoApplication;
import dev.semel.demo.broker.Broker;
import dev.semel.demo.database.ExternalDatabase;
import dev.semel.demo.flow.QuietFlow;
import dev.semel.demo.notices.QuietNotices;
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

  ConfigurableApplicationContext at(String jdbcUrl) {
    return nodes.computeIfAbsent(jdbcUrl, QuietNodes::start);
  }

  Api api(String jdbcUrl) {
    return new Api(
        at(jdbcUrl).getEnvironment().getRequiredProperty("local.server.port", Integer.class));
  }

  private static ConfigurableApplicationContext start(String jdbcUrl) {
    ExternalDatabase external = new ExternalDatabase(jdbcUrl, null, null);
    return new SpringApplicationBuilder(DemoApplication.class)
        .initializers(
            context -> {
              context.getBeanFactory().registerSingleton("database", external);
              context.getBeanFactory().registerSingleton("broker", Broker.none());
              GenericApplicationContext beans = (GenericApplicationContext) context;
              beans.registerBean(QuietFlow.class, bean -> bean.setPrimary(true));
              beans.registerBean(QuietNotices.class, bean -> bean.setPrimary(true));
            })
        .run(
            "--server.port=0",
            "--spring.datasource.url=" + jdbcUrl,
            "--spring.datasource.hikari.maximum-pool-size=4");
  }

  @Override
  public void close() {
    nodes.values().forEach(ConfigurableApplicationContext::close);
  }
}
