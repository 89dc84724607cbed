package dev.semel.demo.flow;

import dev.semel.demo.dashboard.Poison;
import dev.semel.demo.input.Input;
import dev.semel.demo.tokens.User;
import dev.semel.spring.CurrentEffect;
import dev.semel.spring.Idempotent;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Makes dead letters, and has them tried again. */
@RestController
@Idempotent
class FlowCommands {
  private final DeadEvents deadEvents;
  private final Poison poison;
  private final CurrentEffect effect;

  FlowCommands(DeadEvents deadEvents, Poison poison, CurrentEffect effect) {
    this.deadEvents = deadEvents;
    this.poison = poison;
    this.effect = effect;
  }

  /** How many of the tenant's next events the dashboard is to choke on. */
  record PoisonEvents(Integer events) {
    PoisonEvents {
      events = Input.between("events", events, 1, Poison.MAX_EVENTS);
    }
  }

  /** How many of the next events it will choke on. */
  record Poisoned(int events) {}

  /**
   * Try dead letters again.
   *
   * @param eventId which; null for all that the user may see
   */
  record Redrive(@Nullable String eventId) {}

  /** How many are tried again. */
  record Redriven(int events) {}

  /** The switch is in memory, so it is thrown when the command has committed, and not before. */
  @Transactional
  @PostMapping("/api/flow/poison")
  Poisoned poison(@RequestBody PoisonEvents command, @RequestAttribute User user) {
    effect.audit("POISON_EVENTS", user.tenant(), command.events().toString());
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            poison.add(user.tenant(), command.events());
          }
        });
    int toCome = poison.toCome(user.tenant()) + command.events();
    return new Poisoned(Math.min(toCome, Poison.MAX_EVENTS));
  }

  /** Redriving commits by itself. Whoever asks again redrives what is dead by then. */
  @PostMapping("/api/flow/redrive")
  Redriven redrive(@RequestBody Redrive command, @RequestAttribute User user) {
    effect.audit("REDRIVE_EVENTS", user.tenant(), command.eventId());
    return new Redriven(deadEvents.redrive(user, command.eventId()));
  }
}
