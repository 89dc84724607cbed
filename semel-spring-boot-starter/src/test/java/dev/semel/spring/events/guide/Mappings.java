package dev.semel.spring.events.guide;

import dev.semel.spring.event.EventMapping;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class Mappings {
  /** Of a library. */
  record FeePaid(String feeId, long cents) {}

  // snippet: spring-event-mapping
  @Bean
  static EventMapping<FeePaid> feePaid() {
    return EventMapping.of(FeePaid.class, "fee", FeePaid::feeId, "FeePaid").keyed(FeePaid::feeId);
  }
  // end snippet
}
