package dev.semel.spring.events.guide;

import dev.semel.inbox.DebeziumReader;
import dev.semel.inbox.MessageReader;
import dev.semel.inbox.VersionGuard;
import dev.semel.spring.listener.ListenerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class Readers {
  // snippet: spring-listener-reader
  @Bean
  MessageReader debezium() { // @IdempotentListener(consumer = "…", reader = "debezium")
    return DebeziumReader.standard();
  }

  @Bean
  ListenerCustomizer anyBeginning() {
    return (settings, method) ->
        settings.name().equals("dashboard")
            ? settings.inOrder(VersionGuard.parking().anyFirstVersion())
            : settings;
  }
  // end snippet
}
