package dev.semel.demo.storm;

import dev.semel.spring.CurrentEffect;
import dev.semel.spring.Idempotent;
import java.net.URI;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Starts and stops storms. */
@RestController
@Idempotent
class StormCommands {
  private final Storms storms;
  private final CurrentEffect effect;

  StormCommands(Storms storms, CurrentEffect effect) {
    this.storms = storms;
    this.effect = effect;
  }

  @Transactional
  @PostMapping("/api/storm")
  ResponseEntity<StormStarted> start(@RequestBody StormSettings settings) {
    StormStarted started = storms.start(effect, settings);
    return ResponseEntity.accepted()
        .location(URI.create("/api/storm/" + started.stormId()))
        .body(started);
  }

  @PostMapping("/api/storm/{stormId}/stop")
  ResponseEntity<StormStarted> stop(@PathVariable UUID stormId) {
    storms.find(stormId).stop();
    effect.audit("STOP_STORM", stormId.toString(), null);
    return ResponseEntity.accepted().body(new StormStarted(stormId));
  }
}
