package dev.semel.spring.relay;

import dev.semel.relay.Delivery;
import dev.semel.relay.Sink;
import dev.semel.relay.SinkBatch;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** An application that publishes to two sinks of its own. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(
    exclude = {HibernateJpaAutoConfiguration.class, FlywayAutoConfiguration.class})
class RelayApplication {
  /** Remembers what it was given; refuses what is called bad until it is mended. */
  static final class Memory implements Sink {
    final Set<String> ids = ConcurrentHashMap.newKeySet();
    final AtomicInteger closed = new AtomicInteger();
    private volatile boolean mended;

    void mend() {
      mended = true;
    }

    @Override
    public void publish(SinkBatch batch) {
      batch.deliveries().forEach(this::take);
    }

    private void take(Delivery delivery) {
      if (delivery.event().aggregateId().startsWith("bad") && !mended) {
        delivery.refused("it is bad");
        return;
      }
      ids.add(delivery.event().aggregateId());
      delivery.published();
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  @Bean
  Memory north() {
    return new Memory();
  }

  @Bean
  Memory south() {
    return new Memory();
  }

  @Bean
  SecurityFilterChain open(HttpSecurity http) {
    return http.csrf(csrf -> csrf.disable())
        .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
        .build();
  }

  static ConfigurableApplicationContext run(PostgresDatabase database, String... properties) {
    return new SpringApplicationBuilder(RelayApplication.class)
        .initializers(
            context ->
                ((GenericApplicationContext) context)
                    .registerBean(DataSource.class, () -> database.dataSource()))
        .properties("server.port=0", "semel.tenant=acme", "semel.relay.shards=2")
        .properties(properties)
        .run();
  }
}
