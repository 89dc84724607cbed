package dev.semel.spring.events.guide;

// snippet: spring-sink
import dev.semel.relay.RelaySettings;
import dev.semel.relay.Sink;
import dev.semel.spring.relay.RelayBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

// end snippet

@Configuration
class Sinks {
  private final Journal paper = new Journal();

  // snippet: spring-sink
  @Bean
  Sink journal() { // the relay is called journal, for ever
    return batch -> batch.deliveries().forEach(paper::write); // which settles each of them
  }

  @Bean
  RelayBuilderCustomizer fewShards() {
    return (relay, builder) -> {
      if (relay.equals("journal")) {
        builder.settings(RelaySettings.standard().shards(1));
      }
    };
  }
  // end snippet
}
