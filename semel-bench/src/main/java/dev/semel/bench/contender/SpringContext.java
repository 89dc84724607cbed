package dev.semel.bench.contender;

import dev.semel.bench.spring.SpringApplications;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application of Spring Boot with a contender in it. */
final class SpringContext implements AutoCloseable {
  private final ConfigurableApplicationContext context;

  SpringContext(Desk desk, Class<?> application, Map<String, Object> properties) {
    this.context = SpringApplications.start(Desk.class, desk, properties, application, Parts.class);
  }

  ConfigurableApplicationContext context() {
    return context;
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  @Override
  public void close() {
    context.close();
  }

  /** The data source, which outlives the application. */
  @Configuration(proxyBeanMethods = false)
  static class Parts {
    @Bean(destroyMethod = "")
    DataSource dataSource(Desk desk) {
      return desk.pool();
    }
  }

  /** Something done on the connection of Spring's transaction. */
  @FunctionalInterface
  interface OnConnection<T> {
    T on(Connection connection) throws SQLException;
  }

  static <T> T inTransaction(JdbcTemplate jdbc, OnConnection<T> work) {
    return Objects.requireNonNull(
        jdbc.execute((ConnectionCallback<T>) connection -> work.on(connection)));
  }
}
