package dev.semel.demo.notices;

import dev.semel.demo.cases.OpenCase;
import dev.semel.demo.input.Input;

/**
 * Have somebody told of something that happened to a case.
 *
 * @param recipient such as a mail address
 * @param template the words
 * @param event what happened
 */
public record SendNotice(String recipient, String template, String event) {
  public SendNotice {
    recipient = Input.text("recipient", recipient, OpenCase.MAX_NAME_CHARACTERS);
    template = Input.text("template", template, OpenCase.MAX_NAME_CHARACTERS);
    event = Input.text("event", event, OpenCase.MAX_NAME_CHARACTERS);
  }
}
