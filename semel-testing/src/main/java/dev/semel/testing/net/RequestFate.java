package dev.semel.testing.net;

import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What becomes of a request. Immutable. */
public final class RequestFate {

  enum Kind {
    PASS,
    CUT,
    LOSE_REPLY,
    FAIL
  }

  private static final RequestFate PASS = new RequestFate(Kind.PASS, null, RequestFate::nothing);
  private static final RequestFate CUT = new RequestFate(Kind.CUT, null, RequestFate::nothing);
  private static final Pattern SQL_STATE = Pattern.compile("[0-9A-Z]{5}");

  private final Kind kind;
  private final @Nullable String sqlState;
  private final Runnable whenDone;

  private RequestFate(Kind kind, @Nullable String sqlState, Runnable whenDone) {
    this.kind = kind;
    this.sqlState = sqlState;
    this.whenDone = whenDone;
  }

  /** It reaches the server, and its reply the client. */
  public static RequestFate pass() {
    return PASS;
  }

  /** It never reaches the server: the connection is cut. */
  public static RequestFate cut() {
    return CUT;
  }

  /** The server does all of it; its reply is dropped, and the connection is cut. */
  public static RequestFate loseReply() {
    return loseReply(RequestFate::nothing);
  }

  /**
   * The same.
   *
   * @param whenDone called when the server has done all of it, before the connection is cut
   */
  public static RequestFate loseReply(Runnable whenDone) {
    return new RequestFate(Kind.LOSE_REPLY, null, whenDone);
  }

  /**
   * The server fails instead of doing it, with an error of this SQLSTATE. Its transaction is left
   * as by an error of its own: aborted, also where the request begins it; or rolled back and over,
   * where the request is to commit it.
   *
   * @throws IllegalArgumentException if that is no SQLSTATE
   */
  public static RequestFate failWith(String sqlState) {
    if (!SQL_STATE.matcher(sqlState).matches()) {
      throw new IllegalArgumentException(
          "'" + sqlState + "' is no SQLSTATE: it has five digits and capital letters");
    }
    return new RequestFate(Kind.FAIL, sqlState, RequestFate::nothing);
  }

  private static void nothing() {}

  Runnable whenDone() {
    return whenDone;
  }

  Kind kind() {
    return kind;
  }

  /** What the server gets instead of these statements. */
  FailingRequest insteadOf(String sql) {
    return new FailingRequest(sql, Objects.requireNonNull(sqlState));
  }
}
