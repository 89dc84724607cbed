package dev.semel.demo.evidence;

import dev.semel.demo.cases.OpenCase;
import dev.semel.demo.input.Input;

/**
 * Submit a piece of evidence.
 *
 * @param name of the file
 * @param sha256 of its content, in lower-case hexadecimal digits; names the content
 * @param note empty if it was left out
 */
public record SubmitEvidence(String name, String sha256, String note) {
  public SubmitEvidence {
    name = Input.text("name", name, OpenCase.MAX_SUBJECT_CHARACTERS);
    sha256 = Input.matching("sha256", sha256, "[0-9a-f]{64}", "64 lower-case hexadecimal digits");
    note = Input.optionalText("note", note, OpenCase.MAX_DESCRIPTION_CHARACTERS);
  }
}
