package dev.semel.bench.scenario;

import dev.semel.bench.outbox.OutboxChild;
import dev.semel.bench.outbox.OutboxKind;
import java.util.ArrayList;
import java.util.List;

/** The processes of several outboxes on one database. Closing ends all. For one thread. */
final class Outboxes implements AutoCloseable {
  static final int MAX_HEAP_MEGABYTES = 512;
  static final List<OutboxKind> PEERS =
      List.of(OutboxKind.TRANSACTION_OUTBOX, OutboxKind.MODULITH, OutboxKind.NAMASTACK);

  private final Stage stage;
  private final String jdbcUrl;
  private final List<OutboxChild> all = new ArrayList<>();

  Outboxes(Stage stage, String jdbcUrl) {
    this.stage = stage;
    this.jdbcUrl = jdbcUrl;
  }

  /** One that delivers to Kafka. */
  OutboxChild toKafka(OutboxKind kind) {
    return start(kind, stage.broker().bootstrapServers(), MAX_HEAP_MEGABYTES);
  }

  /** Semel's, with little memory, delivering to Kafka. */
  OutboxChild toKafka(OutboxKind kind, int maxHeapMegabytes) {
    return start(kind, stage.broker().bootstrapServers(), maxHeapMegabytes);
  }

  /** Semel's, delivering to a sink that does nothing. */
  OutboxChild toNowhere(OutboxKind kind, int maxHeapMegabytes) {
    return start(kind, OutboxChild.NO_BROKER, maxHeapMegabytes);
  }

  /** Those of other libraries, delivering to Kafka; none if none are wanted. */
  List<OutboxChild> peers() {
    return stage.events().withPeers() ? PEERS.stream().map(this::toKafka).toList() : List.of();
  }

  private OutboxChild start(OutboxKind kind, String bootstrapServers, int maxHeapMegabytes) {
    stage.progress().say("starting the outbox of " + kind.title());
    OutboxChild child = OutboxChild.start(kind, jdbcUrl, bootstrapServers, maxHeapMegabytes);
    all.add(child);
    return child;
  }

  @Override
  public void close() {
    all.forEach(OutboxChild::close);
  }
}
