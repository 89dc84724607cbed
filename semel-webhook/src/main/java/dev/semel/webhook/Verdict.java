package dev.semel.webhook;

/** What an answer means for its event and its endpoint. */
enum Verdict {
  /** The event was taken for good. */
  TAKEN,
  /** The endpoint wants nothing more, for ever. */
  GONE,
  /** The endpoint wants less at a time. */
  TOO_MANY,
  /** The endpoint is away, or this event breaks it. */
  AWAY,
  /** The event was not taken. A redirect is such an answer too, and never followed. */
  FAILED;

  static Verdict of(Reply reply) {
    if (reply.isSuccess()) {
      return TAKEN;
    }
    return switch (reply.status()) {
      case 410 -> GONE;
      case 429 -> TOO_MANY;
      case 502, 503, 504 -> AWAY;
      default -> FAILED;
    };
  }
}
