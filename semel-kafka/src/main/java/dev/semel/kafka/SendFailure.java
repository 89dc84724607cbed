package dev.semel.kafka;

import dev.semel.kafka.internal.RecordFaults;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/**
 * What the producer's answer means.
 *
 * @param kind for the event, and for the producer
 * @param reason for operators; no payload
 */
record SendFailure(Kind kind, String reason) {
  /** What is to be done. */
  enum Kind {
    /** This record will never be taken. */
    REFUSED,
    /** This record is not taken now, and somebody can mend that; other topics may be well. */
    FAILED,
    /** Nothing is wrong with the record: brokers are away, or too few copies are in step. */
    UNAVAILABLE,
    /** As unavailable, and this producer will never send again. */
    BROKEN
  }

  static SendFailure of(String topic, Throwable failure) {
    Kind kind = kindOf(failure);
    return new SendFailure(kind, reason(topic, failure));
  }

  private static Kind kindOf(Throwable failure) {
    if (isMissingTopic(failure) || failure instanceof TopicAuthorizationException) {
      return Kind.FAILED;
    }
    if (RecordFaults.isOne(failure)) {
      return Kind.REFUSED;
    }
    if (failure instanceof RetriableException) {
      return Kind.UNAVAILABLE;
    }
    return isOfTheProducer(failure) ? Kind.BROKEN : Kind.FAILED;
  }

  /** The producer wraps it in a timeout, because it asks until its patience ends. */
  private static boolean isMissingTopic(Throwable failure) {
    return failure instanceof UnknownTopicOrPartitionException
        || failure.getCause() instanceof UnknownTopicOrPartitionException;
  }

  /**
   * Fenced, out of step, not let in, closed: an idempotent producer that fails in such a way
   * refuses all that comes after. What is no answer of a broker ({@link ApiException}) comes from
   * the producer itself.
   */
  private static boolean isOfTheProducer(Throwable failure) {
    return failure instanceof ApplicationRecoverableException
        || failure instanceof OutOfOrderSequenceException
        || failure instanceof AuthenticationException
        || failure instanceof ClusterAuthorizationException
        || failure instanceof UnsupportedVersionException
        || !(failure instanceof ApiException);
  }

  private static String reason(String topic, Throwable failure) {
    if (isMissingTopic(failure)) {
      return "topic %s is not there: create it, or change the rule for topics".formatted(topic);
    }
    if (failure instanceof TopicAuthorizationException) {
      return "not allowed to write to topic %s: grant it to the sink's user".formatted(topic);
    }
    if (failure instanceof RecordTooLargeException
        || failure instanceof RecordBatchTooLargeException) {
      return "too large for topic %s or for the producer (max.message.bytes, max.request.size): %s"
          .formatted(topic, failure.getMessage());
    }
    if (failure instanceof TimeoutException) {
      return "no broker answered for topic %s in time; see that they are up, and that bootstrap.servers names them: %s"
          .formatted(topic, message(failure));
    }
    return "topic %s: %s: %s".formatted(topic, name(failure), message(failure));
  }

  private static String name(Throwable failure) {
    return failure.getClass().getSimpleName();
  }

  private static @Nullable String message(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause == null
        ? failure.getMessage()
        : failure.getMessage() + " (" + name(cause) + ": " + cause.getMessage() + ")";
  }
}
