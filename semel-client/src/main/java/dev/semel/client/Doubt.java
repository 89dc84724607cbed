package dev.semel.client;

/** What is known of an intent whose outcome is not. */
public enum Doubt {
  /** An attempt may have reached the server, and no answer came. */
  NO_ANSWER("an attempt may have reached the server, and no answer came"),
  /** The server says that an attempt is at work. Ask again later, with the same intent. */
  IN_PROGRESS("the server says that an attempt is at work"),
  /** The server failed, and does not say whether before or after it did what was asked. */
  SERVER_ERROR("the server failed, before or after it did what was asked"),
  /** The server says that it does not know itself. Somebody has to find out. */
  SERVER_UNSURE("the server says that it does not know the outcome");

  private final String words;

  Doubt(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
