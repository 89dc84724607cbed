package dev.semel.demo.timers;

import dev.semel.demo.tokens.User;
import dev.semel.spring.CurrentEffect;
import dev.semel.spring.Idempotent;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Starts and stops timers. */
@RestController
@Idempotent
class TimerCommands {
  private final Timers timers;
  private final CurrentEffect effect;

  TimerCommands(Timers timers, CurrentEffect effect) {
    this.timers = timers;
    this.effect = effect;
  }

  @PostMapping("/api/cases/{caseId}/timers")
  ResponseEntity<TimerStarted> start(
      @PathVariable UUID caseId, @RequestBody StartTimer command, @RequestAttribute User user) {
    return ResponseEntity.status(HttpStatus.CREATED)
        .body(timers.start(effect, user, caseId, command));
  }

  @PostMapping("/api/cases/{caseId}/timers/{type}/stop")
  TimerStopped stop(
      @PathVariable UUID caseId,
      @PathVariable TimerType type,
      @RequestBody StopTimer command,
      @RequestAttribute User user) {
    return timers.stop(effect, user, caseId, type, command);
  }
}
