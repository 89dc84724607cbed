package dev.semel.demo.cases;

import dev.semel.demo.input.Input;

/**
 * Open a case from a complaint.
 *
 * @param source where the complaint came in, such as {@code web-form}
 * @param complaintRef its number there; with the source it names the complaint
 * @param subject in a line
 * @param description empty if it was left out
 */
public record OpenCase(String source, String complaintRef, String subject, String description) {
  public static final int MAX_NAME_CHARACTERS = 100;
  public static final int MAX_SUBJECT_CHARACTERS = 200;
  public static final int MAX_DESCRIPTION_CHARACTERS = 4_000;

  public OpenCase {
    source = Input.text("source", source, MAX_NAME_CHARACTERS);
    complaintRef = Input.text("complaintRef", complaintRef, MAX_NAME_CHARACTERS);
    subject = Input.text("subject", subject, MAX_SUBJECT_CHARACTERS);
    description = Input.optionalText("description", description, MAX_DESCRIPTION_CHARACTERS);
  }
}
