package dev.semel.http.internal;

/** The request attributes through which filter and handler know of each other. */
public final class Attributes {
  private static final String PREFIX = "dev.semel.http.";

  /** Set while a filter deals with the request. */
  public static final String FILTERED = PREFIX + "filtered";

  /** The run that an asynchronous dispatch goes on with. */
  public static final String RUN = PREFIX + "run";

  /** The effect of a transactional route, while its handler runs. */
  public static final String EFFECT = PREFIX + "effect";

  /** Set while the handler of a leased route runs. */
  public static final String LEASED = PREFIX + "leased";

  /** What the handler declares about its response. */
  public static final String DECLARATION = PREFIX + "declaration";

  /** The failure that has led to the response. */
  public static final String CAUSE = PREFIX + "cause";

  /** Set once the handler has begun. */
  public static final String BEGUN = PREFIX + "begun";

  /** The check of a retry's caller, while it is dispatched. */
  public static final String REPLAY_CHECK = PREFIX + "replayCheck";

  /** The id of the intent. */
  public static final String INTENT = PREFIX + "intent";

  private Attributes() {}
}
