package dev.semel.demo.notes;

import dev.semel.demo.cases.OpenCase;
import dev.semel.demo.input.Input;

/** Add a note to a case. */
public record AddNote(String text) {
  public AddNote {
    text = Input.text("text", text, OpenCase.MAX_DESCRIPTION_CHARACTERS);
  }
}
