package dev.semel.demo.cases;

import dev.semel.demo.input.Input;
import org.jspecify.annotations.Nullable;

/**
 * Move a case to another state.
 *
 * @param reason for the record
 * @param expectedVersion the version that the decision was made on; null takes the case as it is
 */
public record Decision(String reason, @Nullable Long expectedVersion) {
  public static final int MAX_REASON_CHARACTERS = 1_000;

  public Decision {
    reason = Input.text("reason", reason, MAX_REASON_CHARACTERS);
  }
}
