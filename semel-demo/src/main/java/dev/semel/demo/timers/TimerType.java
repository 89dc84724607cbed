package dev.semel.demo.timers;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What has a deadline. */
public enum TimerType {
  FIRST_RESPONSE,
  DECISION,
  APPEAL;

  static String names() {
    return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
  }
}
