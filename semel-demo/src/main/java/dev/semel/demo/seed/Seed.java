package dev.semel.demo.seed;

import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.JdbcEffect;
import dev.semel.Operation;
import dev.semel.Retention;
import dev.semel.Semel;
import dev.semel.demo.cases.Cases;
import dev.semel.demo.cases.Decision;
import dev.semel.demo.cases.Move;
import dev.semel.demo.cases.OpenCase;
import dev.semel.demo.officers.AssignOfficer;
import dev.semel.demo.officers.Officers;
import dev.semel.demo.timers.StartTimer;
import dev.semel.demo.timers.TimerType;
import dev.semel.demo.timers.Timers;
import dev.semel.demo.tokens.User;
import java.sql.SQLException;
import java.util.UUID;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/**
 * Gives each tenant some cases, once. It is a command like any other, with the tenant as its key:
 * the second start, and any start on data that was kept, is a replay.
 */
@Component
class Seed implements ApplicationRunner {
  private static final Operation<String, Done> SEED =
      Operation.named("seed-demo")
          .taking(Fingerprinter.text())
          .answeringNothing()
          .retained(Retention.permanent());

  private static final User OLGA = new User("north", "olga", "officer");
  private static final User INES = new User("south", "ines", "officer");

  private final Semel semel;
  private final Cases cases;
  private final Officers officers;
  private final Timers timers;

  Seed(Semel semel, Cases cases, Officers officers, Timers timers) {
    this.semel = semel;
    this.cases = cases;
    this.officers = officers;
    this.timers = timers;
  }

  @Override
  public void run(ApplicationArguments arguments) {
    semel.perform(SEED.intent("north", "seed", "1").onBehalfOf("olga"), this::north).orElseThrow();
    semel.perform(SEED.intent("south", "seed", "1").onBehalfOf("ines"), this::south).orElseThrow();
  }

  private void north(JdbcEffect effect) throws SQLException {
    fillTheDeskOf("bruno", effect);
    open(effect, OLGA, "ombudsman", "OMB-2291", "Water bills doubled without a reading");
    UUID noise = open(effect, OLGA, "hotline", "HL-0917", "Noise from the quarry at night");
    cases.move(effect, OLGA, noise, Move.ESCALATE, because("three neighbours say the same"));
    UUID licence = open(effect, OLGA, "web-form", "WF-55120", "Licence fee charged twice");
    officers.assign(effect, OLGA, licence, new AssignOfficer("olga", null));
    timers.start(effect, OLGA, licence, new StartTimer(TimerType.DECISION, 72));
    UUID ferry = open(effect, OLGA, "letter", "2026/114", "No ramp at the ferry landing");
    cases.move(effect, OLGA, ferry, Move.APPROVE, because("the facts are clear"));
  }

  private void south(JdbcEffect effect) throws SQLException {
    open(effect, INES, "hotline", "HL-0917", "Street lights out since March");
    UUID parking = open(effect, INES, "web-form", "WF-00031", "Parking fine for a parked boat");
    officers.assign(effect, INES, parking, new AssignOfficer("ines", null));
  }

  /** So that the next assignment is one too many. */
  private void fillTheDeskOf(String officer, JdbcEffect effect) throws SQLException {
    for (int i = 1; i <= Officers.MAX_ACTIVE_CASES; i++) {
      String reference = "RN-%03d".formatted(i);
      UUID renewal = open(effect, OLGA, "registry", reference, "Late renewal, file " + i);
      officers.assign(effect, OLGA, renewal, new AssignOfficer(officer, null));
    }
  }

  private UUID open(JdbcEffect effect, User by, String source, String reference, String subject)
      throws SQLException {
    String description = "The complainant asks for a reply within ten days.";
    return cases.open(effect, by, new OpenCase(source, reference, subject, description)).caseId();
  }

  private static Decision because(String reason) {
    return new Decision(reason, null);
  }
}
