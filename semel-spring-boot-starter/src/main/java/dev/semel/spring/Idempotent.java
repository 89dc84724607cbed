package dev.semel.spring;

import dev.semel.Isolation;
import dev.semel.Rejections;
import dev.semel.http.Keep;
import dev.semel.http.OnFailure;
import dev.semel.http.ScopedBy;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method a command: however often it is called with the same key, it has one effect, and
 * every call gets the same answer. It stands on methods of beans and on handlers of requests.
 *
 * <h2>On a method of a bean</h2>
 *
 * <pre>{@code
 * @Idempotent(operation = "open-case", key = "#request.commandId")
 * public CaseOpened open(OpenCase request) { … }
 * }</pre>
 *
 * <p>What the method writes is committed together with its record: in the caller's transaction if
 * there is one, else in the command's own, and then the method may be run again when the
 * transaction has to be. Inside the method, transactions of Spring begin and end as they do without
 * the annotation, each as a part of the command. What the method throws rolls back the command and
 * stores nothing, also where {@code @Transactional} alone would commit; {@link
 * dev.semel.RejectedException} is a business no, which is stored. A call that gets no result ends
 * in an exception: {@link dev.semel.RejectedException}, or {@link dev.semel.UnansweredException}
 * while another attempt is at work or if the key came with other arguments.
 *
 * <p>The result is kept as JSON of the method's return type. Texts that are expressions are those
 * of Spring (SpEL), in which {@code #name} is an argument and {@code @name} a bean.
 *
 * <h2>On a handler of requests</h2>
 *
 * <pre>{@code
 * @PostMapping("/cases")
 * @Idempotent
 * ResponseEntity<CaseOpened> open(@RequestBody OpenCase request) { … }
 * }</pre>
 *
 * <p>The key comes in the header {@code Idempotency-Key}, the caller from the {@link
 * dev.semel.http.CallerResolver}, and the response is kept byte for byte. On a controller it stands
 * for all its handlers of POST and PATCH.
 *
 * <p><b>Guarantee.</b> As {@link JoiningSemel#once}, or as {@link
 * dev.semel.http.IdempotencyFilter}. <b>Order.</b> Around {@code @Transactional} and behind
 * authorisation: who may not call the method is not given its answer either. <b>Threads.</b> The
 * method runs on the caller's thread; one that answers elsewhere or later is refused at start,
 * unless its route is leased.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Idempotent {
  /** What {@link #retention} says for records that are kept for ever. */
  String PERMANENT = "permanent";

  /**
   * The name of the command, part of the scope of its keys; it must never change, whatever becomes
   * of the names of class and method. A handler of requests may leave it out and is called by its
   * method and path, such as {@code POST /cases/{id}}.
   */
  String operation() default "";

  /**
   * An expression for the key: the caller's id for this command, the same on every retry. Text, a
   * whole number or a UUID. Not for handlers of requests.
   */
  String key() default "";

  /**
   * An expression for whose data it is. The {@link TenantResolver} unless told. Not for handlers of
   * requests.
   */
  String tenant() default "";

  /**
   * An expression for who asks. The {@link PrincipalResolver} unless told, if there is one. {@code
   * "null"} says that the tenant is the only caller: for work that no user asked for. Not for
   * handlers of requests.
   */
  String principal() default "";

  /**
   * Expressions for what makes two calls the same command. All arguments unless told; choose where
   * some of them differ between retries, such as a time of sending. Not for handlers of requests,
   * whose rules a {@link RouteCustomizer} can choose.
   */
  String[] fingerprint() default {};

  /**
   * How long the answer is kept: {@code 30d}, {@code PT12H} or {@link #PERMANENT}. {@code
   * semel.defaults.retention} unless told.
   */
  String retention() default "";

  /**
   * How long a duplicate waits while the first attempt runs, such as {@code 2s}; {@code 0s} refuses
   * it at once. Default: {@code semel.http.wait-up-to} for handlers of requests, {@code
   * semel.defaults.wait-up-to} for other methods. In a caller's transaction nobody waits.
   */
  String waitUpTo() default "";

  /**
   * Status of the answer to a duplicate whose first attempt still runs: 202, 409, 423, 425 or 429.
   * Default: 0, which stands for {@code semel.http.problems.statuses.in-progress}, or 409. For
   * handlers of requests only.
   */
  int inProgressStatus() default 0;

  /**
   * Where a caller's key is unique; one value at most. Default: {@code semel.http.scoped-by}. With
   * {@link ScopedBy#CALLER} a caller uses a key once, whatever the endpoint. For handlers of
   * requests only.
   */
  ScopedBy[] scopedBy() default {};

  /**
   * Largest request body, such as {@code 50MB}. Default: {@code semel.http.max-request-size}. For
   * handlers of requests only.
   */
  String maxRequestSize() default "";

  /**
   * Largest response body that is kept, such as {@code 1MB}. Default: {@code
   * semel.http.max-response-size}. For handlers of requests only.
   */
  String maxResponseSize() default "";

  /**
   * Isolation level of the command's transaction. Default: the database's own default. Transactions
   * inside the command cannot be stricter.
   */
  Isolation isolation() default Isolation.DATABASE_DEFAULT;

  /** Whether a business no is stored. For handlers of requests, their status decides. */
  Rejections rejections() default Rejections.STORED;

  /** Whether a request without a key is refused; if not, it runs without protection. */
  boolean required() default true;

  /** Statuses of responses that are kept beyond {@link dev.semel.http.StatusPolicy#standard}. */
  int[] storing() default {};

  /** Statuses of responses that are not kept, although they usually are. */
  int[] notStoring() default {};

  /** What is kept of a response. */
  Keep keeping() default Keep.EVERYTHING;

  /** For a handler of requests that cannot be one transaction. One at most. */
  Leased[] leased() default {};

  /**
   * Settings for a handler that cannot be one transaction; see {@link dev.semel.http.LeasedMode}.
   * Its author decides what a lost owner and a failure mean.
   */
  @Documented
  @Target({})
  @Retention(RetentionPolicy.RUNTIME)
  @interface Leased {
    /** How long the claim outlives its owner, such as {@code 30s}. */
    String length();

    /** What happens when the owner vanished before it recorded an outcome. */
    LostOutcome lostOutcome();

    /** Meaning of a server error or an exception. */
    OnFailure onFailure();

    /**
     * Meaning of an asynchronous response that timed out. The work may still be running, so that
     * {@link OnFailure#RELEASE} is safe only if it may run twice at the same time.
     */
    OnFailure onTimeout() default OnFailure.UNKNOWN;
  }

  /** What happens to work whose owner vanished. To ask a probe, use a {@link RouteCustomizer}. */
  enum LostOutcome {
    /** Nobody runs it until an operator has decided. */
    BLOCK,
    /** The next attempt runs it again. For work that may be repeated from its start. */
    TAKE_OVER
  }
}
