package dev.semel.testing.crash;

import java.util.List;

/**
 * What a run in which nothing goes wrong does.
 *
 * @param growth what it adds to the tables
 * @param answers whether it returns anything
 * @param recognises whether another attempt, later, adds nothing
 * @param inProcess what it does in a process of its own
 */
record Lesson(
    List<Step> steps, Growth growth, boolean answers, boolean recognises, FreshRun inProcess) {
  Lesson in(FreshRun process) {
    return new Lesson(steps, growth, answers, recognises, process);
  }
}
