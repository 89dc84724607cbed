package dev.semel.webhook;

/** What the body of a webhook looks like. The same event gives the same bytes at every attempt. */
public enum PayloadForm {
  /**
   * As Standard Webhooks advise: a JSON object of {@code type}, {@code timestamp}, {@code data}.
   */
  STANDARD("application/json"),
  /** The event's payload as it is; nothing at all if it has none. */
  RAW("application/json"),
  /** A CloudEvent in JSON, in structured mode. */
  CLOUD_EVENTS("application/cloudevents+json");

  private final String contentType;

  PayloadForm(String contentType) {
    this.contentType = contentType;
  }

  String contentType() {
    return contentType;
  }
}
