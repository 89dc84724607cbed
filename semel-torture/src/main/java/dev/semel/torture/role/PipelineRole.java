package dev.semel.torture.role;

import dev.semel.kafka.pipeline.Pipeline;
import dev.semel.kafka.pipeline.PipelineSettings;
import dev.semel.torture.bank.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes a statement for each event, from topic to topic. Some events make one that the broker does
 * not take, so that transactions fail for what is in them too. A statement says which record it was
 * made of: one that is missing or doubled shows.
 */
public final class PipelineRole implements AutoCloseable {
  /** The pipeline, and its consumer group. */
  public static final String NAME = "statements";

  public static final String TOPIC = "bank.statements";
  public static final String DEAD_LETTERS = "bank.statements.dead";

  /** The header that says which record a statement was made of: partition, hyphen, offset. */
  public static final String MADE_OF = "made-of";

  /** Of the topic; more than a batch of statements has, and less than one that is too large. */
  public static final int MAX_MESSAGE_BYTES = 100_000;

  private static final int TOO_MANY_BYTES = 2 * MAX_MESSAGE_BYTES;

  /** Every so many bookings, statements are too large. */
  private static final int TOO_LARGE_EVERY = 4_000;

  private static final int TOO_LARGE_FROM = 20;
  private static final Duration DRAIN = Duration.ofSeconds(5);

  private static final PipelineSettings SETTINGS =
      PipelineSettings.standard()
          .lanes(2)
          .maxRecordsPerTransaction(50)
          .transactionTimeout(Duration.ofSeconds(15))
          .backoff(Duration.ofMillis(50), Duration.ofSeconds(1));

  /** A broker that is silent is given up soon. */
  private static final Map<String, Object> IMPATIENT =
      Map.of("request.timeout.ms", 5_000, "default.api.timeout.ms", 10_000);

  private static final Map<String, Object> SESSION =
      Map.of(
          "session.timeout.ms",
          6_000,
          "heartbeat.interval.ms",
          1_000,
          "max.poll.interval.ms",
          20_000);

  private final Pipeline pipeline;

  private PipelineRole(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  static PipelineRole start(RoleSettings settings) {
    Pipeline.Builder builder =
        Pipeline.builder(settings.brokers(), NAME, settings.name())
            .from(Parts.TOPIC)
            .transform(PipelineRole::statement)
            .deadLetters(DEAD_LETTERS)
            .settings(SETTINGS)
            .producerProperty("request.timeout.ms", 5_000)
            .producerProperty("delivery.timeout.ms", 8_000);
    IMPATIENT.forEach(builder::consumerProperty);
    SESSION.forEach(builder::consumerProperty);
    Pipeline pipeline = builder.build();
    pipeline.start();
    return new PipelineRole(pipeline);
  }

  private static List<ProducerRecord<byte[], byte[]>> statement(
      ConsumerRecord<byte[], byte[]> event) {
    byte[] value = isTooLarge(booking(event)) ? new byte[TOO_MANY_BYTES] : event.value();
    ProducerRecord<byte[], byte[]> statement = new ProducerRecord<>(TOPIC, event.key(), value);
    String madeOf = event.partition() + "-" + event.offset();
    statement.headers().add(MADE_OF, madeOf.getBytes(StandardCharsets.UTF_8));
    return List.of(statement);
  }

  private static long booking(ConsumerRecord<byte[], byte[]> event) {
    return Json.read(new String(event.value(), StandardCharsets.UTF_8)).get("booking").asLong();
  }

  /** Whether no statement can be written of a booking, so that it is a dead letter. */
  public static boolean isTooLarge(long booking) {
    return booking % TOO_LARGE_EVERY == TOO_LARGE_FROM;
  }

  @Override
  public void close() {
    pipeline.stop(DRAIN);
  }
}
