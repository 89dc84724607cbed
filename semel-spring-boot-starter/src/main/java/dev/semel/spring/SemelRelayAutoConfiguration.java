package dev.semel.spring;

import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayListener;
import dev.semel.relay.Sink;
import dev.semel.spring.relay.RelayBuilderCustomizer;
import dev.semel.spring.relay.SemelRelays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Runs a relay for each {@link Sink} that is a bean. */
@AutoConfiguration(after = {SemelAutoConfiguration.class, SemelKafkaAutoConfiguration.class})
@ConditionalOnBean({Sink.class, PostgresStore.class, SpringTransactions.class})
@ConditionalOnProperty(name = "semel.relay.enabled", matchIfMissing = true)
public class SemelRelayAutoConfiguration {
  /**
   * The relays.
   *
   * @param store not used, but it makes the tables
   */
  @Bean
  @ConditionalOnMissingBean
  SemelRelays semelRelays(
      Map<String, Sink> sinks,
      PostgresStore store,
      SpringTransactions transactions,
      SemelProperties properties,
      ObjectProvider<RelayListener> listeners,
      ObjectProvider<RelayBuilderCustomizer> customizers) {
    PostgresRelays outbox =
        PostgresRelays.builder(transactions.dataSource())
            .schema(properties.postgres().schema())
            .build();
    Map<String, Relay> relays = new LinkedHashMap<>();
    sinks.forEach(
        (name, sink) -> {
          Relay.Builder builder = builder(Relay.builder(outbox, name, sink), properties);
          listeners.orderedStream().forEach(builder::listener);
          customizers.orderedStream().forEach(each -> each.customize(name, builder));
          relays.put(name, builder.build());
        });
    return new SemelRelays(relays, properties.relay());
  }

  private static Relay.Builder builder(Relay.Builder builder, SemelProperties properties) {
    String own = properties.relay().node();
    String node = own == null ? properties.node() : own;
    return (node == null ? builder : builder.node(node)).settings(properties.relay().settings());
  }
}
