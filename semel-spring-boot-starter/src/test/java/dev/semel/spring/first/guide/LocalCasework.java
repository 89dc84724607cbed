package dev.semel.spring.first.guide;

// snippet: first-endpoint-local
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresServer;
import org.springframework.boot.SpringApplication;

public class LocalCasework {
  public static void main(String[] args) {
    OwnPostgresServer server = PostgresServer.durable(); // ends with this process
    SpringApplication application = new SpringApplication(Casework.class);
    application.run("--spring.datasource.url=" + server.database("casework").jdbcUrl());
  }
}
// end snippet
