package dev.semel.kafka.pipeline;

import dev.semel.kafka.ChildProcess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Runs a pipeline until it is killed, or until it ends itself in the middle of a transaction. */
public final class PipelineProgram {
  private PipelineProgram() {}

  /** Takes the brokers' addresses, the pipeline's name, and whether to halt before a commit. */
  public static void main(String[] arguments) throws IOException {
    String name = arguments[1];
    Pipeline.Builder builder =
        Pipeline.builder(arguments[0], name, "doomed")
            .from(name + ".in")
            .settings(PipelineSettings.standard().maxRecordsPerTransaction(10))
            .consumerProperty("session.timeout.ms", "6000")
            .transform(record -> List.of(Numbers.record(name + ".out", Numbers.number(record))));
    if (arguments[2].equals("halt-before-commit")) {
      builder.producerProperty("interceptor.classes", HaltBeforeCommit.class.getName());
    }
    builder.build().start();
    ChildProcess.awaitEndOfParent();
  }

  /** Ends the process as soon as a broker has taken the 55th record, in the sixth transaction. */
  public static final class HaltBeforeCommit implements ProducerInterceptor<byte[], byte[]> {
    private final AtomicInteger taken = new AtomicInteger();

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
      return record;
    }

    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
      if (taken.incrementAndGet() == 55) {
        Runtime.getRuntime().halt(1);
      }
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> settings) {}
  }
}
