package dev.semel.testing.crash;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run in which nothing goes wrong does.
 *
 * @param key what its attempts were known by
 * @param growth what it adds to the tables
 * @param first how it ended
 * @param second how another attempt ended, later
 * @param recognises whether that adds nothing
 * @param inProcess what it does in a process of its own
 */
record Lesson(
    String key,
    List<Step> steps,
    Growth growth,
    Attempt first,
    Attempt second,
    boolean recognises,
    FreshRun inProcess) {
  Lesson in(FreshRun process) {
    return new Lesson(key, steps, growth, first, second, recognises, process);
  }

  /** Whether it returns anything. */
  boolean answers() {
    return first.answer() != null;
  }

  /**
   * What is found without any fault: that later attempts do not get the answer. Null if they do.
   */
  @Nullable Finding objection() {
    if (second.hasAnswer() && first.hasSameAnswer(second)) {
      return null;
    }
    return new Finding(
        steps.get(steps.size() - 1),
        CrashFault.REDELIVERY,
        key,
        Problem.OTHER_ANSWER,
        "%s, and then %s".formatted(first, second),
        second.hasAnswer()
            ? "a second attempt is answered otherwise though nothing went wrong, and answers are compared with equals; keep the answer with the effect, and give it again"
            : "a second attempt fails though nothing went wrong: it is not known again, or refused; recognise the key and give the first answer again",
        List.of("attempt 1: " + first, "once more, and again until it was given up: " + second));
  }
}
