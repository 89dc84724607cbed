package dev.semel.spring.listener;

import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import javax.sql.DataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/** An application that listens to a topic. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(
    exclude = {HibernateJpaAutoConfiguration.class, FlywayAutoConfiguration.class})
@Import(Script.class)
class KafkaApplication {
  static ConfigurableApplicationContext run(
      PostgresDatabase database, Letters letters, Class<?>[] beans, String... properties) {
    return new SpringApplicationBuilder(KafkaApplication.class)
        .sources(beans)
        .web(WebApplicationType.NONE)
        .initializers(
            context ->
                ((GenericApplicationContext) context)
                    .registerBean(DataSource.class, () -> database.dataSource()))
        .properties(
            "semel.tenant=acme",
            "semel.inbox.first-backoff=5ms",
            "semel.inbox.max-backoff=10ms",
            "semel.inbox.poll-interval=20ms",
            "letters=" + letters.topic(),
            "spring.kafka.bootstrap-servers=" + KafkaCluster.shared().bootstrapServers(),
            "spring.kafka.consumer.group-id=" + letters.topic(),
            "spring.kafka.consumer.auto-offset-reset=earliest",
            "spring.kafka.consumer.properties.metadata.max.age.ms=1000")
        .properties(properties)
        .run();
  }
}
