package dev.semel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.inbox.CloudEventsReader;
import dev.semel.inbox.Delivery;
import dev.semel.inbox.InvalidMessageException;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageId;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StructuredCloudEventsTest {
  private static final String EVENT =
      """
      {"specversion": "1.0", "id": "a b", "source": "/orders", "type": "placed",
       "aggregateversion": 7, "subject": "o-1", "tenant": null, "data": {"y": 1.10, "x": [2]}}
      """;

  private final StructuredCloudEvents reader = StructuredCloudEvents.or(CloudEventsReader.http());

  private static Delivery structured(String body, String type) {
    return Delivery.of("/in", Map.of("Content-Type", type), body.getBytes(StandardCharsets.UTF_8));
  }

  private Message read(String body) {
    return reader.read(structured(body, "application/cloudevents+json; charset=utf-8"));
  }

  @Test
  void theDocumentSaysWhichEventItIs() {
    Message message = read(EVENT);
    assertThat(message.id()).isEqualTo(new MessageId("/orders", "a b"));
    assertThat(message.type()).isEqualTo("placed");
    assertThat(message.version()).isEqualTo(7);
    assertThat(message.key()).isEqualTo("o-1");
    assertThat(message.tenant()).isNull();
    assertThat(new String(message.payload(), StandardCharsets.UTF_8))
        .isEqualTo("{\"y\":1.10,\"x\":[2]}");
  }

  @Test
  void headersThatDisagreeDoNotCount() {
    Delivery delivery =
        Delivery.of(
            "/in",
            Map.of("content-type", "application/cloudevents+json", "ce-id", "other"),
            EVENT.getBytes(StandardCharsets.UTF_8));
    assertThat(reader.read(delivery).id().id()).isEqualTo("a b");
  }

  @Test
  void inBinaryModeItIsTheSameMessage() {
    Map<String, String> headers = new HashMap<>();
    headers.put("ce-specversion", "1.0");
    headers.put("ce-id", "a%20b");
    headers.put("ce-source", "/orders");
    headers.put("ce-type", "placed");
    headers.put("Content-Type", "application/json");
    byte[] body = "{\"x\":[2], \"y\": 1.1}".getBytes(StandardCharsets.UTF_8);
    assertThat(reader.read(Delivery.of("/in", headers, body))).isEqualTo(read(EVENT));
  }

  @Test
  void bytesComeAsBase64() {
    Message message =
        read(
            """
            {"specversion": "1.0", "id": "1", "source": "/o", "type": "t", "data_base64": "AP8="}
            """);
    assertThat(message.payload()).isEqualTo(new byte[] {0, (byte) 0xff});
  }

  @Test
  void everyEventOfABatchIsAMessage() {
    String batch = "[%s, %s]".formatted(EVENT, EVENT.replace("a b", "c"));
    List<Message> messages =
        reader.readAll(structured(batch, "application/cloudevents-batch+json"));
    assertThat(messages).extracting(message -> message.id().id()).containsExactly("a b", "c");
    assertThat(reader.readAll(structured(EVENT, "application/cloudevents+json"))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "{\"specversion\": \"1.0\", \"source\": \"/o\", \"type\": \"t\"}",
        "{\"specversion\": \"1.0\", \"id\": \"\", \"source\": \"/o\", \"type\": \"t\"}",
        "{\"specversion\": \"1.0\", \"id\": null, \"source\": \"/o\", \"type\": \"t\"}",
        "{\"specversion\": \"1.0\", \"id\": \"1\", \"source\": \"/o\", \"type\": \"t\", \"data\": 1, \"data_base64\": \"AA==\"}",
        "{\"specversion\": \"1.0\", \"id\": \"1\", \"source\": \"/o\", \"type\": \"t\", \"data_base64\": \"!\"}"
      })
  void whatIsNoEventIsInvalid(String body) {
    assertThatExceptionOfType(InvalidMessageException.class).isThrownBy(() -> read(body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "source", "type", "subject", "data"})
  void unpairedSurrogateIsRefused(String attribute) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("specversion", "1.0");
    members.put("id", "1");
    members.put("source", "/o");
    members.put("type", "t");
    members.put(attribute, "a\\ud83d");
    String event =
        members.entrySet().stream()
            .map(member -> "\"%s\": \"%s\"".formatted(member.getKey(), member.getValue()))
            .collect(Collectors.joining(", ", "{", "}"));

    assertThatExceptionOfType(InvalidMessageException.class)
        .isThrownBy(() -> read(event))
        .withMessageContaining("surrogate");
  }

  @Test
  void numberThatIsTooLongIsRefusedWithTheLimit() {
    assertThatExceptionOfType(InvalidMessageException.class)
        .isThrownBy(() -> read(withData("1".repeat(2_001))))
        .withMessageContaining("1000 digits");
  }

  @Test
  void nestingThatIsTooDeepIsRefusedWithTheLimit() {
    assertThatExceptionOfType(InvalidMessageException.class)
        .isThrownBy(() -> read(withData("[".repeat(900) + "]".repeat(900))))
        .withMessageContaining("500 levels");
  }

  private static String withData(String data) {
    return EVENT.replace("{\"y\": 1.10, \"x\": [2]}", data);
  }
}
