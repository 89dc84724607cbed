package dev.semel.kafka.internal;

import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;

/** Which failures lie in the record, so that it will never be taken however often it is sent. */
public final class RecordFaults {
  private RecordFaults() {}

  /** Whether this very record is why it failed. */
  public static boolean isOne(Throwable failure) {
    return failure instanceof RecordTooLargeException
        || failure instanceof RecordBatchTooLargeException
        || failure instanceof SerializationException
        || failure instanceof InvalidTopicException
        || failure instanceof InvalidTimestampException
        || failure instanceof InvalidRecordException
        || failure instanceof UnsupportedForMessageFormatException;
  }
}
