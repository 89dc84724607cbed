package dev.semel.kafka;

import java.util.regex.Pattern;

/** What Kafka takes as the name of a topic. */
final class TopicNames {
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

  private TopicNames() {}

  static boolean isLegal(String name) {
    return LEGAL.matcher(name).matches() && !name.equals(".") && !name.equals("..");
  }

  static void check(String name) {
    if (!isLegal(name)) {
      throw new IllegalArgumentException(
          "\"%s\" is no name for a topic: it takes letters, digits, dots, underscores, hyphens"
              .formatted(name));
    }
  }
}
