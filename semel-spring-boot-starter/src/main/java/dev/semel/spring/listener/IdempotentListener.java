package dev.semel.spring.listener;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a bean a consumer of messages: however often a message is delivered, the method
 * has one effect. It goes together with {@code @KafkaListener}, or is called by anything that has a
 * {@link dev.semel.inbox.Message}.
 *
 * <pre>{@code
 * @KafkaListener(topics = "outbox.event.case")
 * @IdempotentListener(consumer = "dashboard")
 * public void on(ConsumerRecord<String, String> record) { … }
 * }</pre>
 *
 * <p>The method returns nothing and takes one argument: a {@code ConsumerRecord} of texts or bytes,
 * a {@link dev.semel.inbox.Message}, or a list of either. A list is applied in as few transactions
 * as can be; the method is called for each message with a list of one, so that each has an effect
 * of its own. While it runs, the bean of type {@link dev.semel.JdbcEffect} audits, publishes and
 * rejects.
 *
 * <p><b>Guarantee.</b> As {@link dev.semel.inbox.Inbox#consume}: the marker, what the method wrote
 * in Spring's transaction and the events it published commit together, and at most once while the
 * marker is kept. A call that returns may be acknowledged; one that must be delivered again throws
 * {@link MessageNotAppliedException}, or what the method threw. <b>Order.</b> That of the calls;
 * with {@link #versions}, that of the versions of an aggregate. <b>Threads.</b> The method runs on
 * the caller's thread, and on a thread of a worker for messages that were kept: parked, or redriven
 * from the dead letters.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface IdempotentListener {
  /** What {@link #retention} says for markers that are kept for ever. */
  String PERMANENT = "permanent";

  /**
   * Whose markers they are. Two consumers apply the same message independently, and one that is
   * renamed starts anew: choose it once.
   */
  String consumer();

  /**
   * The name of a bean of type {@link dev.semel.inbox.MessageReader}, which says which message a
   * record brings. CloudEvents in binary mode unless told.
   */
  String reader() default "";

  /** Whose data it is about where a message does not say. {@code semel.tenant} unless told. */
  String tenant() default "";

  /** What to do with messages that come in another order than that of their versions. */
  Versions versions() default Versions.AS_THEY_COME;

  /**
   * After so many failed attempts a message is a dead letter, by Spring Kafka's container as by a
   * worker. {@code semel.inbox.attempts} unless told.
   */
  int attempts() default 0;

  /**
   * How long after its first delivery a message may come again, such as {@code 7d}. {@code
   * semel.inbox.redelivery-window} unless told.
   */
  String redeliveryWindow() default "";

  /**
   * How long markers are kept, such as {@code 14d}, or {@link #PERMANENT}; longer than messages may
   * come again. {@code semel.inbox.retention} unless told.
   */
  String retention() default "";

  /** What to do with messages that come in another order than that of their versions. */
  enum Versions {
    /** Every message is applied when it comes. */
    AS_THEY_COME,
    /** One that comes too early is kept and applied in its turn; one that comes too late is not. */
    PARKED,
    /** One that comes too early is delivered again; one that comes too late is not applied. */
    REDELIVERED
  }
}
