package dev.semel.testing.crash;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets a test with {@link CrashExtension} repeat one trial that a report has told of, instead of
 * all of them: while one looks for the cause.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface RepeatTrial {
  /** The seed of the report. */
  long seed();

  /** The number of the step. */
  int step();

  /** What struck. */
  CrashFault fault();
}
