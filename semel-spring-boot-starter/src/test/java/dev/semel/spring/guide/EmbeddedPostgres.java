package dev.semel.spring.guide;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;

// snippet: spring-embedded-postgres
@TestConfiguration
class EmbeddedPostgres { // @Import(EmbeddedPostgres.class) on a test
  @Bean
  DynamicPropertyRegistrar database() {
    PostgresDatabase database = PostgresServer.shared().newDatabase("casework");
    return properties -> properties.add("spring.datasource.url", database::jdbcUrl);
  }
}
// end snippet
