package dev.semel.testing.crash;

import dev.semel.testing.net.RequestFate;
import java.util.EnumSet;
import java.util.Set;

/** What goes wrong at a step of a handler's work. */
public enum CrashFault {
  /** The connection breaks before the step reaches the server. */
  CUT_BEFORE("the connection is cut before"),
  /** The server does the step; the connection breaks before its reply arrives. */
  REPLY_LOST("the reply is lost after"),
  /** The server gives up on the step: it took longer than allowed. */
  STATEMENT_TIMEOUT("a statement timeout instead of"),
  /** The server refuses the step, as under serializable isolation. */
  SERIALIZATION_FAILURE("a serialization failure instead of"),
  /** The server chooses the transaction as the victim of a deadlock. */
  DEADLOCK("a deadlock instead of"),
  /** The same intent is attempted by another thread just before the step. */
  DUPLICATE("a duplicate arrives before"),
  /** The handler stands still before the step; its lease runs out and another one takes over. */
  STALLED("it stalls until its lease is over, and another takes over, before"),
  /** The clock jumps ahead before the step. */
  CLOCK_JUMP("the clock jumps ahead before"),
  /** The process is killed before the step reaches the server. */
  KILLED_BEFORE("the process is killed before"),
  /** The process is killed when the server has done the step. */
  KILLED_AFTER("the process is killed after"),
  /** Nothing goes wrong; the intent is attempted again when it is done. */
  REDELIVERY("redelivery after");

  private static final Set<CrashFault> NEED_A_CLOCK = EnumSet.of(STALLED, CLOCK_JUMP);
  private static final Set<CrashFault> NEED_A_PROCESS = EnumSet.of(KILLED_BEFORE, KILLED_AFTER);

  private final String words;

  CrashFault(String words) {
    this.words = words;
  }

  boolean needsClock() {
    return NEED_A_CLOCK.contains(this);
  }

  boolean needsProcess() {
    return NEED_A_PROCESS.contains(this);
  }

  /** Whether the server answers with an error of its own, and the connection lives on. */
  boolean isError() {
    return this == STATEMENT_TIMEOUT || this == SERIALIZATION_FAILURE || this == DEADLOCK;
  }

  /** Whether the attempt loses its connection, and lives on. */
  boolean breaksConnection() {
    return this == CUT_BEFORE || this == REPLY_LOST;
  }

  /** Whether it makes sense at a step. */
  boolean canStrikeAt(Step step) {
    return !(isError() && (step.onlyBegins() || step.announced()));
  }

  /** What becomes of a request that it strikes at. */
  RequestFate fate() {
    return switch (this) {
      case CUT_BEFORE, KILLED_BEFORE -> RequestFate.cut();
      case REPLY_LOST, KILLED_AFTER -> RequestFate.loseReply();
      case STATEMENT_TIMEOUT -> RequestFate.failWith("57014");
      case SERIALIZATION_FAILURE -> RequestFate.failWith("40001");
      case DEADLOCK -> RequestFate.failWith("40P01");
      case DUPLICATE, STALLED, CLOCK_JUMP, REDELIVERY -> RequestFate.pass();
    };
  }

  /** Whether a step that its handler tells of does not happen. */
  boolean breaksBefore() {
    return this == CUT_BEFORE;
  }

  /** Whether a step that its handler tells of happens, and the handler does not learn it. */
  boolean breaksAfter() {
    return this == REPLY_LOST;
  }

  /** For people, before the name of a step. */
  String words() {
    return words;
  }
}
