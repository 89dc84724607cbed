package dev.semel.spring.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.kafka.KafkaSink;
import dev.semel.relay.Sink;
import dev.semel.spring.IdempotentListener;
import dev.semel.spring.SemelRelays;
import dev.semel.spring.TransactionEvents;
import dev.semel.spring.UnsafeSetupException;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** From a transaction to Kafka, and from Kafka into a transaction, by settings alone. */
@ExtendWith(PostgresExtension.class)
class KafkaSinkIT {
  private final PostgresDatabase database;

  KafkaSinkIT(PostgresDatabase database) {
    this.database = database;
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration(
      exclude = {HibernateJpaAutoConfiguration.class, FlywayAutoConfiguration.class})
  static class Application {}

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration(
      exclude = {
        HibernateJpaAutoConfiguration.class,
        FlywayAutoConfiguration.class,
        KafkaAutoConfiguration.class
      })
  static class WithoutSpringKafka {}

  /** Hears of cases. */
  static class Dashboard {
    private final JdbcClient jdbc;

    Dashboard(JdbcClient jdbc) {
      this.jdbc = jdbc;
    }

    @KafkaListener(topics = "${topic}")
    @IdempotentListener(consumer = "dashboard", versions = IdempotentListener.Versions.PARKED)
    public void on(ConsumerRecord<String, String> record) {
      jdbc.sql("INSERT INTO shown (id) VALUES (?)").param(record.key()).update();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Import({Application.class, Dashboard.class})
  static class WithDashboard {}

  private ConfigurableApplicationContext run(Class<?> application, String... properties) {
    return new SpringApplicationBuilder(application)
        .web(WebApplicationType.NONE)
        .initializers(
            context ->
                ((GenericApplicationContext) context)
                    .registerBean(DataSource.class, () -> database.dataSource()))
        .properties("semel.tenant=acme", "spring.kafka.consumer.auto-offset-reset=earliest")
        .properties(properties)
        .run();
  }

  @Test
  void anEventComesOutAtTheOtherEnd() {
    String topic = "cases-" + UUID.randomUUID();
    KafkaCluster.shared().createTopic(topic, 2, 1);
    database.execute("CREATE TABLE shown (id text)");
    try (ConfigurableApplicationContext application =
        run(
            WithDashboard.class,
            "topic=" + topic,
            "semel.kafka.source=/casework",
            "semel.kafka.topic=" + topic,
            "spring.kafka.bootstrap-servers=" + KafkaCluster.shared().bootstrapServers(),
            "spring.kafka.consumer.group-id=" + topic)) {
      assertThat(application.getBean(SemelRelays.class).all()).containsOnlyKeys("semelKafkaSink");
      new TransactionTemplate(application.getBean(PlatformTransactionManager.class))
          .executeWithoutResult(
              status -> {
                var unused =
                    application
                        .getBean(TransactionEvents.class)
                        .publish(Event.of("case", "7", "CaseOpened", "{}").version(1));
              });
      Eventually.holds(
          "it is shown",
          () -> database.queryLong("SELECT count(*) FROM shown WHERE id = '7'") == 1);
    }
  }

  @Test
  void withoutASourceThereIsNoSink() {
    try (ConfigurableApplicationContext application =
        run(
            Application.class,
            "spring.kafka.bootstrap-servers=" + KafkaCluster.shared().bootstrapServers())) {
      assertThat(application.getBeanProvider(Sink.class).stream()).isEmpty();
    }
  }

  @Test
  void withoutBrokersItDoesNotStart() {
    Assertions.assertThatThrownBy(
            () -> run(WithoutSpringKafka.class, "semel.kafka.source=/casework").close())
        .rootCause()
        .isInstanceOf(UnsafeSetupException.class)
        .hasMessageContaining("nothing says where the brokers are");
  }

  @Test
  void brokersOfItsOwnAreTaken() {
    try (ConfigurableApplicationContext application =
        run(
            WithoutSpringKafka.class,
            "semel.kafka.source=/casework",
            "semel.kafka.bootstrap-servers=" + KafkaCluster.shared().bootstrapServers())) {
      assertThat(application.getBean(KafkaSink.class)).isNotNull();
    }
  }
}
