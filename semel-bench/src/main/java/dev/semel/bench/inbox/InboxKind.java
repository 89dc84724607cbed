package dev.semel.bench.inbox;

/** Whose inbox a process has. */
public enum InboxKind {
  SEMEL("Semel"),
  BY_HAND("by hand, marker and insert"),
  EVENTUATE("Eventuate Tram"),
  SPRING_INTEGRATION("Spring Integration"),
  CAMEL("Camel");

  private final String title;

  InboxKind(String title) {
    this.title = title;
  }

  /** As tables name it. */
  public String title() {
    return title;
  }
}
