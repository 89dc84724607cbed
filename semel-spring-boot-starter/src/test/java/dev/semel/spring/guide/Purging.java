package dev.semel.spring.guide;

import dev.semel.PurgeSettings;
import dev.semel.Semel;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

// snippet: spring-purge
@Component
@EnableScheduling
class Purging {
  private final Semel semel;

  Purging(Semel semel) {
    this.semel = semel;
  }

  @Scheduled(fixedDelayString = "10m", initialDelayString = "1m") // on every node: they share
  void purge() {
    semel.purge(new PurgeSettings(1_000, 100));
  }
}
// end snippet
