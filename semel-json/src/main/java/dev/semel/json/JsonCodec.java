package dev.semel.json;

import dev.semel.Codec;
import dev.semel.CodecException;
import dev.semel.Content;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores results as JSON and reads them back, those of older schema versions too, once it is told
 * how to bring them up to date. Errors name the property and never the value.
 *
 * <p>Upgrades run in the order of versions. Immutable and safe for use by several threads.
 *
 * @param <R> the result
 */
public final class JsonCodec<R> implements Codec<R> {
  private final JsonMapper mapper;
  private final JavaType type;
  private final ObjectWriter writer;
  private final ObjectReader reader;
  private final ObjectReader treeReader;
  private final int schemaVersion;
  private final Map<Integer, UnaryOperator<JsonNode>> upgrades;

  private JsonCodec(
      JsonMapper mapper,
      JavaType type,
      int schemaVersion,
      Map<Integer, UnaryOperator<JsonNode>> upgrades) {
    this.mapper = mapper;
    this.type = type;
    this.writer = mapper.writerFor(type);
    this.reader = mapper.readerFor(type);
    this.treeReader = mapper.reader().with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    this.schemaVersion = schemaVersion;
    this.upgrades = Map.copyOf(upgrades);
  }

  static <R> JsonCodec<R> of(JsonMapper mapper, JavaType type) {
    return new JsonCodec<>(mapper, type, 1, Map.of());
  }

  /** The version of the result's schema that is written from now on. 1 unless told. */
  public JsonCodec<R> schemaVersion(int version) {
    requireVersion(version);
    return new JsonCodec<>(mapper, type, version, upgrades);
  }

  /**
   * How to make JSON of one schema version into JSON of the next. A result that is several versions
   * old goes through all the steps. If the type can still read the older JSON, the step is {@link
   * UnaryOperator#identity()}.
   *
   * @param fromVersion the version that the step begins with, 1 or more
   */
  public JsonCodec<R> upgrading(int fromVersion, UnaryOperator<JsonNode> step) {
    requireVersion(fromVersion);
    Map<Integer, UnaryOperator<JsonNode>> more = new HashMap<>(upgrades);
    more.put(fromVersion, step);
    return new JsonCodec<>(mapper, type, schemaVersion, more);
  }

  private static void requireVersion(int version) {
    if (version < 1) {
      throw new IllegalArgumentException("schema version is " + version + "; at least 1 is needed");
    }
  }

  @Override
  public String contentType() {
    return JsonMediaType.APPLICATION_JSON;
  }

  @Override
  public int schemaVersion() {
    return schemaVersion;
  }

  @Override
  public byte[] encode(R result) {
    Objects.requireNonNull(result, "result");
    try {
      return writer.writeValueAsBytes(result);
    } catch (JacksonException e) {
      throw new CodecException(
          "a result of type %s cannot be written as JSON: %s; change that property"
              .formatted(typeName(), JacksonProblem.describe(e)));
    }
  }

  @Override
  public R decode(Content content) {
    requireReadable(content);
    try {
      R result =
          content.schemaVersion() == schemaVersion
              ? reader.readValue(content.bytes())
              : readOlder(content);
      return requireResult(result, content);
    } catch (JacksonException e) {
      throw unreadable(content, JacksonProblem.describe(e));
    } catch (NumberFormatException e) {
      throw unreadable(content, "a number is beyond what Java can hold");
    }
  }

  private CodecException unreadable(Content content, String what) {
    return refusal(
        content,
        what,
        "make the type read what it once wrote, or raise schemaVersion and add upgrading(%d, …)"
            .formatted(content.schemaVersion()));
  }

  private void requireReadable(Content content) {
    if (!JsonMediaType.isJson(content.contentType())) {
      throw refusal(
          content, "it is not JSON", "use the codec that wrote it until such records have expired");
    }
    if (content.schemaVersion() > schemaVersion) {
      throw refusal(
          content,
          "this codec knows schema versions up to " + schemaVersion,
          "a newer program wrote it; run that version here too");
    }
  }

  private R readOlder(Content content) {
    JsonNode tree = treeReader.readTree(content.bytes());
    for (int version = content.schemaVersion(); version < schemaVersion; version++) {
      tree = upgrade(tree, version, content);
    }
    return reader.readValue(tree);
  }

  private JsonNode upgrade(JsonNode tree, int version, Content content) {
    UnaryOperator<JsonNode> step = upgrades.get(version);
    if (step == null) {
      throw refusal(
          content,
          "there is no way from schema version %d to %d".formatted(version, version + 1),
          "add upgrading(%d, …) to the codec".formatted(version));
    }
    try {
      return step.apply(tree);
    } catch (JacksonException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new CodecException(
          "%s: the upgrade from schema version %d failed; make it fit what that version wrote"
              .formatted(content, version),
          e);
    }
  }

  private R requireResult(R result, Content content) {
    if (result == null) {
      throw refusal(content, "it is null", "find out what wrote it; this codec never does");
    }
    return result;
  }

  private CodecException refusal(Content content, String what, String whatToDo) {
    return new CodecException(
        "%s cannot be read as %s: %s; %s".formatted(content, typeName(), what, whatToDo));
  }

  private String typeName() {
    return type.toCanonical();
  }

  @Override
  public String toString() {
    return "JsonCodec[%s, schema %d]".formatted(typeName(), schemaVersion);
  }
}
