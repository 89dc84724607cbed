package dev.semel.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.relay.RelayedEvent;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * An event as a Kafka record: CloudEvents 1.0 in binary mode. The key is the aggregate's id, the
 * value the event's JSON, or null, which is a tombstone.
 */
final class EventRecords {
  /** Where routers of change data capture put the event's id. */
  private static final String ID = "id";

  private static final String CONTENT_TYPE = "content-type";
  private static final String ATTRIBUTE = "ce_";
  private static final Set<String> OWN = Set.of(ID, CONTENT_TYPE);

  private final String source;

  EventRecords(String source) {
    this.source = source;
  }

  ProducerRecord<byte[], byte[]> of(RelayedEvent event, String topic) {
    String payload = event.payload();
    return new ProducerRecord<>(
        topic,
        null,
        event.aggregateId().getBytes(UTF_8),
        payload == null ? null : payload.getBytes(UTF_8),
        headers(event));
  }

  private RecordHeaders headers(RelayedEvent event) {
    RecordHeaders headers = new RecordHeaders(attributes(event));
    Long version = event.aggregateVersion();
    if (version != null) {
      headers.add(attribute("aggregateversion", version.toString()));
    }
    if (event.payload() != null) {
      headers.add(header(CONTENT_TYPE, "application/json"));
    }
    for (Map.Entry<String, String> own : event.headers().entrySet()) {
      if (!isOurs(own.getKey())) {
        headers.add(header(own.getKey(), own.getValue()));
      }
    }
    return headers;
  }

  private List<Header> attributes(RelayedEvent event) {
    return List.of(
        attribute("specversion", "1.0"),
        attribute("id", event.id().toString()),
        attribute("source", source),
        attribute("type", event.type()),
        attribute("subject", event.aggregateId()),
        attribute("time", event.recordedAt().toString()),
        attribute("aggregatetype", event.aggregateType()),
        attribute("tenant", event.tenant()),
        header(ID, event.id().toString()));
  }

  /**
   * What we say about an event cannot be overruled by a header of its own, in whatever case: there
   * are consumers that do not mind the case.
   */
  private static boolean isOurs(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return OWN.contains(lower) || lower.startsWith(ATTRIBUTE);
  }

  private static Header attribute(String name, String value) {
    return header(ATTRIBUTE + name, value);
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, value.getBytes(UTF_8));
  }
}
