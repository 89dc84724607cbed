package dev.semel.spring.bare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.spring.Idempotent;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.ClassUtils;

@ExtendWith(PostgresExtension.class)
class BareApplicationIT {
  private final PostgresDatabase database;

  BareApplicationIT(PostgresDatabase database) {
    this.database = database;
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(Counter.class)
  static class Application {}

  static class Counter {
    private final JdbcClient jdbc;

    Counter(JdbcClient jdbc) {
      this.jdbc = jdbc;
    }

    @Idempotent(operation = "count", key = "#commandId")
    public long count(String commandId) {
      jdbc.sql("INSERT INTO counted (command_id) VALUES (?)").param(commandId).update();
      return jdbc.sql("SELECT count(*) FROM counted").query(Long.class).single();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.springdoc.core.customizers.GlobalOpenApiCustomizer",
        "jakarta.servlet.Filter",
        "jakarta.persistence.EntityManager",
        "org.springframework.web.servlet.DispatcherServlet",
        "org.springframework.security.core.context.SecurityContextHolder",
        "org.springframework.boot.health.contributor.HealthIndicator",
        "org.springframework.boot.actuate.endpoint.annotation.Endpoint"
      })
  void whatIsOptionalIsNotThere(String className) {
    assertThat(ClassUtils.isPresent(className, null)).isFalse();
  }

  @Test
  void aPlainApplicationStartsAndIsProtected() {
    database.execute("DROP TABLE IF EXISTS counted; CREATE TABLE counted (command_id text)");
    try (ConfigurableApplicationContext application =
        new SpringApplicationBuilder(Application.class)
            .run("--spring.datasource.url=" + database.jdbcUrl(), "--semel.tenant=acme")) {
      Counter counter = application.getBean(Counter.class);
      assertThat(counter.count("c-1")).isEqualTo(1);
      assertThat(counter.count("c-1")).isEqualTo(1);
      assertThat(counter.count("c-2")).isEqualTo(2);
      assertThat(application.getBean(Semel.class)).isNotNull();
    }
  }

  @Test
  void disabledItStartsAndIsNotProtected() {
    database.execute("DROP TABLE IF EXISTS counted; CREATE TABLE counted (command_id text)");
    try (ConfigurableApplicationContext application =
        new SpringApplicationBuilder(Application.class)
            .run("--spring.datasource.url=" + database.jdbcUrl(), "--semel.enabled=false")) {
      Counter counter = application.getBean(Counter.class);
      assertThat(counter.count("c-1")).isEqualTo(1);
      assertThat(counter.count("c-1")).isEqualTo(2);
      assertThat(application.getBean(Semel.class)).isNotNull();
    }
  }
}
