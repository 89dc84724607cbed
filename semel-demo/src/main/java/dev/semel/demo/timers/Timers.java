package dev.semel.demo.timers;

import dev.semel.JdbcEffect;
import dev.semel.demo.cases.CaseEvents;
import dev.semel.demo.cases.Cases;
import dev.semel.demo.cases.LockedCase;
import dev.semel.demo.problems.Refusal;
import dev.semel.demo.tokens.User;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** SLA timers. Each method is called while a command runs. */
@Component
public class Timers {
  private final JdbcClient jdbc;
  private final Cases cases;
  private final CaseEvents events;

  Timers(JdbcClient jdbc, Cases cases, CaseEvents events) {
    this.jdbc = jdbc;
    this.cases = cases;
    this.events = events;
  }

  /** Starts a timer, unless one of its type runs. */
  @Transactional
  public TimerStarted start(JdbcEffect effect, User by, UUID caseId, StartTimer command) {
    LockedCase locked = cases.lock(by, caseId);
    OffsetDateTime dueAt =
        jdbc.sql(TimersSql.START)
            .param("tenant", by.tenant())
            .param("caseId", caseId)
            .param("type", command.type().name())
            .param("dueInHours", command.dueInHours())
            .query(OffsetDateTime.class)
            .optional()
            .orElseThrow(
                () -> Refusal.TIMER_RUNS_ALREADY.because("stop it before you start another"));
    TimerStarted started =
        new TimerStarted(caseId, command.type(), dueAt, cases.nextVersion(locked));
    effect.audit("START_TIMER", caseId.toString(), command.type().name());
    effect.publish(events.about(caseId, started.version(), "TimerStarted", started));
    return started;
  }

  /** Stops the timer of a type, if one runs. */
  @Transactional
  public TimerStopped stop(
      JdbcEffect effect, User by, UUID caseId, TimerType type, StopTimer command) {
    LockedCase locked = cases.lock(by, caseId);
    int ended =
        jdbc.sql(TimersSql.STOP).param("caseId", caseId).param("type", type.name()).update();
    if (ended == 0) {
      return new TimerStopped(caseId, type, locked.version(), false);
    }
    TimerStopped stopped = new TimerStopped(caseId, type, cases.nextVersion(locked), true);
    effect.audit("STOP_TIMER", caseId.toString(), command.reason());
    effect.publish(events.about(caseId, stopped.version(), "TimerStopped", stopped));
    return stopped;
  }
}
