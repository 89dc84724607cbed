package dev.semel.demo.officers;

import dev.semel.demo.cases.OpenCase;
import dev.semel.demo.input.Input;
import org.jspecify.annotations.Nullable;

/**
 * Make somebody the primary officer of a case.
 *
 * @param officer who
 * @param replaces who has it now and gives it up; null if nobody has it
 */
public record AssignOfficer(String officer, @Nullable String replaces) {
  public AssignOfficer {
    officer = Input.text("officer", officer, OpenCase.MAX_NAME_CHARACTERS);
  }
}
