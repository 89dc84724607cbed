package dev.semel.spring.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.kafka.KafkaSink;
import dev.semel.relay.Sink;
import dev.semel.spring.UnsafeSetupException;
import dev.semel.spring.event.TransactionEvents;
import dev.semel.spring.listener.IdempotentListener;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
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

  private static void openCase(ConfigurableApplicationContext application) {
    new TransactionTemplate(application.getBean(PlatformTransactionManager.class))
        .executeWithoutResult(
            status -> {
              var unused =
                  application
                      .getBean(TransactionEvents.class)
                      .publish(Event.of("case", "7", "CaseOpened", "{}").version(1));
            });
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
      openCase(application);
      Eventually.holds(
          "it is shown",
          () -> database.queryLong("SELECT count(*) FROM shown WHERE id = '7'") == 1);
    }
  }

  /** Writes into each record how its producer was set. */
  public static class Showing implements ProducerInterceptor<byte[], byte[]> {
    private Map<String, ?> settings = Map.of();

    @Override
    public void configure(Map<String, ?> configs) {
      settings = configs;
    }

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
      for (String name : List.of("acks", "compression.type", "batch.size", "client.id")) {
        byte[] value = String.valueOf(settings.get(name)).getBytes(StandardCharsets.UTF_8);
        record.headers().add("set-" + name, value);
      }
      return record;
    }

    @Override
    public void close() {}
  }

  /** Hears how the producer was set. */
  static class Listening {
    private final JdbcClient jdbc;

    Listening(JdbcClient jdbc) {
      this.jdbc = jdbc;
    }

    @KafkaListener(topics = "${topic}")
    @IdempotentListener(consumer = "listening")
    public void on(ConsumerRecord<String, String> record) {
      record
          .headers()
          .forEach(
              header ->
                  jdbc.sql("INSERT INTO heard (header) VALUES (?)")
                      .param(
                          header.key() + "=" + new String(header.value(), StandardCharsets.UTF_8))
                      .update());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Import({Application.class, Listening.class})
  static class WithListening {}

  @Test
  void whatIsSetForSpringsProducersHoldsExceptForWhatThePromiseNeeds() {
    String topic = "cases-" + UUID.randomUUID();
    KafkaCluster.shared().createTopic(topic, 1, 1);
    database.execute("CREATE TABLE heard (header text)");
    try (ConfigurableApplicationContext application =
        run(
            WithListening.class,
            "topic=" + topic,
            "semel.kafka.source=/casework",
            "semel.kafka.topic=" + topic,
            "semel.kafka.properties.batch.size=12345",
            "spring.kafka.bootstrap-servers=" + KafkaCluster.shared().bootstrapServers(),
            "spring.kafka.consumer.group-id=" + topic,
            "spring.kafka.client-id=casework",
            "spring.kafka.producer.acks=0",
            "spring.kafka.producer.batch-size=54321",
            "spring.kafka.producer.compression-type=gzip",
            "spring.kafka.producer.key-serializer="
                + "org.apache.kafka.common.serialization.LongSerializer",
            "spring.kafka.producer.properties.enable.idempotence=false",
            "spring.kafka.producer.properties.delivery.timeout.ms=600000",
            "spring.kafka.producer.properties.interceptor.classes=" + Showing.class.getName())) {
      openCase(application);
      Eventually.holds(
          "it is heard",
          () -> database.queryLong("SELECT count(*) FROM heard WHERE header LIKE 'set-%'") == 4);
    }
    assertThat(database.query("SELECT header FROM heard WHERE header LIKE 'set-%' ORDER BY 1"))
        .extracting(row -> row.get("header"))
        .containsExactly(
            "set-acks=all",
            "set-batch.size=12345",
            "set-client.id=casework",
            "set-compression.type=gzip");
  }

  @Test
  void itIsAsSecureAsSpringsProducers() {
    String servers = KafkaCluster.shared().bootstrapServers();
    String[] secure = {
      "semel.kafka.source=/casework",
      "spring.kafka.bootstrap-servers=" + servers,
      "spring.kafka.security.protocol=SSL",
      "spring.kafka.ssl.trust-store-location=file:/nowhere/trusted.p12"
    };
    Assertions.assertThatThrownBy(() -> run(Application.class, secure).close())
        .rootCause()
        .hasMessageContaining("/nowhere/trusted.p12");
    String[] elsewhere = Arrays.copyOf(secure, secure.length + 1);
    elsewhere[secure.length] = "semel.kafka.bootstrap-servers=" + servers;
    try (ConfigurableApplicationContext application = run(Application.class, elsewhere)) {
      assertThat(application.getBean(KafkaSink.class)).isNotNull();
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
