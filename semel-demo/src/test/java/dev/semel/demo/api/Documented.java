package dev.semel.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds every answer that a test gets against the document that is served. */
final class Documented {
  private static final JsonNode DOCUMENT = read();

  private Documented() {}

  static JsonNode document() {
    return DOCUMENT;
  }

  /** Status, media type and body must be as the document says; what it does not know is let be. */
  static void check(HttpResponse<String> response) {
    String method = response.request().method().toLowerCase(Locale.ROOT);
    operation(method, response.uri().getPath()).ifPresent(operation -> check(operation, response));
  }

  private static void check(JsonNode operation, HttpResponse<String> response) {
    JsonNode documented =
        resolve(operation.path("responses").path(Integer.toString(response.statusCode())));
    assertThat(documented.isMissingNode())
        .as("%s is documented for %s", response.statusCode(), response.uri())
        .isFalse();
    JsonNode content = documented.path("content");
    if (content.isMissingNode()) {
      assertThat(response.body()).isEmpty();
      return;
    }
    String mediaType = response.headers().firstValue("Content-Type").orElse("").split(";", 2)[0];
    assertThat(content.propertyNames()).as("of %s", response.uri()).contains(mediaType);
    assertFits(
        JsonMapper.shared().readTree(response.body()),
        content.path(mediaType).path("schema"),
        response.uri().getPath());
  }

  private static void assertFits(JsonNode value, JsonNode schema, String place) {
    JsonNode fitting = alternative(value, resolve(schema));
    assertThat(types(fitting)).as("type at %s", place).contains(typeOf(value));
    if (fitting.has("enum") && !value.isNull()) {
      assertThat(fitting.path("enum")).as(place).contains(value);
    }
    if (value.isObject() && fitting.has("properties")) {
      assertMembersFit(value, fitting, place);
    }
    if (value.isArray()) {
      value.forEach(item -> assertFits(item, fitting.path("items"), place + "[]"));
    }
  }

  private static void assertMembersFit(JsonNode value, JsonNode schema, String place) {
    schema
        .path("required")
        .forEach(name -> assertThat(value.has(name.asString())).as("%s.%s", place, name).isTrue());
    boolean isOpen = schema.path("additionalProperties").asBoolean(false);
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      JsonNode described = schema.path("properties").path(member.getKey());
      String memberPlace = place + "." + member.getKey();
      if (described.isMissingNode()) {
        assertThat(isOpen).as("%s is documented", memberPlace).isTrue();
      } else {
        assertFits(member.getValue(), described, memberPlace);
      }
    }
  }

  /** Of several alternatives the one of the value's type. */
  private static JsonNode alternative(JsonNode value, JsonNode schema) {
    return schema
        .path("oneOf")
        .valueStream()
        .map(Documented::resolve)
        .filter(it -> types(it).contains(typeOf(value)))
        .findFirst()
        .orElse(schema);
  }

  private static Set<String> types(JsonNode schema) {
    JsonNode type = schema.path("type");
    Stream<JsonNode> names = type.isArray() ? type.valueStream() : Stream.of(type);
    return names.map(JsonNode::asString).collect(Collectors.toSet());
  }

  private static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
      default -> value.getNodeType().name().toLowerCase(Locale.ROOT);
    };
  }

  private static Optional<JsonNode> operation(String method, String path) {
    return DOCUMENT.path("paths").properties().stream()
        .filter(entry -> isPath(entry.getKey(), path))
        .min((one, other) -> Integer.compare(variables(one.getKey()), variables(other.getKey())))
        .map(entry -> entry.getValue().path(method))
        .filter(operation -> !operation.isMissingNode());
  }

  private static boolean isPath(String template, String path) {
    String pattern =
        Stream.of(template.split("/", -1))
            .map(part -> part.startsWith("{") ? "[^/]+" : Pattern.quote(part))
            .collect(Collectors.joining("/"));
    return path.matches(pattern);
  }

  private static int variables(String template) {
    return (int) template.chars().filter(c -> c == '{').count();
  }

  private static JsonNode resolve(JsonNode node) {
    String reference = node.path("$ref").asString("");
    return reference.isEmpty() ? node : DOCUMENT.at(reference.substring(1));
  }

  private static JsonNode read() {
    try (InputStream file = Documented.class.getResourceAsStream("/static/openapi.json")) {
      return JsonMapper.shared().readTree(file);
    } catch (IOException e) {
      throw new IllegalStateException("the document cannot be read", e);
    }
  }
}
