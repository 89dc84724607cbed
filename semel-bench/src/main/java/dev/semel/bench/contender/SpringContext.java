package dev.semel.bench.contender;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** An application of Spring Boot with a contender in it. */
final class SpringContext implements AutoCloseable {
  private final ConfigurableApplicationContext context;

  SpringContext(Desk desk, Class<?> application, Map<String, Object> properties) {
    this.context =
        new SpringApplicationBuilder(application, Parts.class)
            .web(WebApplicationType.NONE)
            .bannerMode(Banner.Mode.OFF)
            .properties(properties)
            // The demo's file is on the class path too.
            .properties("spring.config.location=optional:classpath:/none/")
            .initializers(
                starting ->
                    ((GenericApplicationContext) starting).registerBean(Desk.class, () -> desk))
            .run();
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

  /** What Spring Boot would set up by itself, without all else that is on the class path. */
  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement
  static class Parts {
    @Bean(destroyMethod = "")
    DataSource dataSource(Desk desk) {
      return desk.pool();
    }

    @Bean
    PlatformTransactionManager transactionManager(DataSource dataSource) {
      return new JdbcTransactionManager(dataSource);
    }

    @Bean
    TransactionTemplate transactionTemplate(PlatformTransactionManager transactions) {
      return new TransactionTemplate(transactions);
    }

    @Bean
    JdbcTemplate jdbcTemplate(DataSource dataSource) {
      return new JdbcTemplate(dataSource);
    }

    @Bean
    JdbcClient jdbcClient(JdbcTemplate template) {
      return JdbcClient.create(template);
    }

    @Bean
    JsonMapper jsonMapper() {
      return JsonMapper.builder().build();
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
