package dev.semel.spring.method;

import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.spring.SemelMethodsAutoConfiguration;
import dev.semel.spring.TenantResolver;
import dev.semel.spring.method.Desk.OpenCase;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;

/** An application with a {@link Desk}, at which Olga of the tenant north asks. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DeskContract {
  private @Nullable PostgresDatabase database;
  private @Nullable ConfigurableApplicationContext application;

  /** Of the test that is running. */
  String commandId = "";

  /** Whose thread this is. */
  static final class Tenant implements TenantResolver {
    final AtomicReference<@Nullable String> name = new AtomicReference<>();

    @Override
    public @Nullable String tenant() {
      return name.get();
    }
  }

  /** Makes keys. */
  static final class Keys {
    public String of(String complaint) {
      return "key-of-" + complaint;
    }
  }

  /** The application. */
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceTransactionManagerAutoConfiguration.class,
    JdbcTemplateAutoConfiguration.class,
    JdbcClientAutoConfiguration.class,
    TransactionAutoConfiguration.class,
    SemelAutoConfiguration.class,
    SemelMethodsAutoConfiguration.class
  })
  @Import(Desk.class)
  @EnableMethodSecurity
  static class Application {
    @Bean
    Tenant tenant() {
      return new Tenant();
    }

    @Bean
    Keys keys() {
      return new Keys();
    }
  }

  @BeforeAll
  void start(PostgresDatabase own) {
    database = own;
    own.execute("CREATE TABLE opened (command_id text NOT NULL, case_id uuid)");
    application =
        new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.NONE)
            .initializers(
                context ->
                    ((GenericApplicationContext) context)
                        .registerBean(DataSource.class, () -> own.dataSource()))
            .run();
  }

  @AfterAll
  void stop() {
    Objects.requireNonNull(application).close();
  }

  @BeforeEach
  void olgaOfTheNorthAsks() {
    commandId = "command-" + UUID.randomUUID();
    bean(Tenant.class).name.set("north");
    logIn("olga");
    desk().interruptedBy(run -> {});
  }

  static void logIn(String user) {
    logIn(user, "USER");
  }

  static void logIn(String user, String authority) {
    SecurityContextHolder.getContext()
        .setAuthentication(new TestingAuthenticationToken(user, "", authority));
  }

  <T> T bean(Class<T> type) {
    return Objects.requireNonNull(application).getBean(type);
  }

  PostgresDatabase database() {
    return Objects.requireNonNull(database);
  }

  Desk desk() {
    return bean(Desk.class);
  }

  OpenCase request() {
    return new OpenCase(commandId, "noise");
  }

  /** How often something was done under the command's id. */
  long effects() {
    return effects(commandId);
  }

  long effects(String id) {
    return database().queryLong("SELECT count(*) FROM opened WHERE command_id = ?", id);
  }

  long records() {
    return database().queryLong("SELECT count(*) FROM semel.intent WHERE key = ?", commandId);
  }
}
