package dev.semel.kafka.pipeline;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What a pipeline makes of a record. It must have no effect but what it returns: it is called again
 * when a transaction was aborted, and only what it returned then is taken back.
 *
 * <p>Called by one thread for each lane of the pipeline, in the order of a partition.
 */
@FunctionalInterface
public interface Transform {
  /**
   * The records to write, in order; none if there is nothing to say. What it throws is tried again,
   * and then makes the record a dead letter.
   */
  List<ProducerRecord<byte[], byte[]>> apply(ConsumerRecord<byte[], byte[]> record);
}
