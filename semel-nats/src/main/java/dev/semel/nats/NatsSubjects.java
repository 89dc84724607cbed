package dev.semel.nats;

import dev.semel.relay.RelayedEvent;
import java.util.regex.Pattern;

/**
 * Says under which subject each event is published. A stream must take it. What it throws makes the
 * event a dead letter. Implementations are safe for use by several threads.
 */
@FunctionalInterface
public interface NatsSubjects {
  String of(RelayedEvent event);

  /** {@code prefix.aggregateType.type}, with {@code _} for what a subject cannot have. */
  static NatsSubjects under(String prefix) {
    Pattern unfit = Pattern.compile("[\\s.*>]");
    if (prefix.isEmpty() || Pattern.compile("[\\s*>]").matcher(prefix).find()) {
      throw new IllegalArgumentException(
          "a prefix of subjects has neither blanks nor wildcards, and is not empty");
    }
    return event ->
        "%s.%s.%s"
            .formatted(
                prefix,
                unfit.matcher(event.aggregateType()).replaceAll("_"),
                unfit.matcher(event.type()).replaceAll("_"));
  }
}
