package dev.semel.json;

import dev.semel.FingerprintHash;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Results and fingerprints as JSON.
 *
 * <pre>{@code
 * SemelJson json = SemelJson.standard();
 *
 * Operation<OpenCase, CaseOpened> OPEN_CASE =
 *     Operation.named("open-case")
 *         .taking(json.payload(OpenCase.class).excluding("/sentAt"))
 *         .answering(json.result(CaseOpened.class));
 * }</pre>
 *
 * <p>An object and the document that Jackson writes for it have the same fingerprint. Immutable and
 * safe for use by several threads.
 */
public final class SemelJson {
  private final JsonMapper mapper;
  private final JsonMapper payloadMapper;
  private final FingerprintHash hash;

  private SemelJson(JsonMapper mapper, JsonMapper payloadMapper, FingerprintHash hash) {
    this.mapper = mapper;
    this.payloadMapper = payloadMapper;
    this.hash = hash;
  }

  /**
   * With a mapper that reads back exactly what it wrote: decimals with their scale, times as ISO
   * text with their offset and zone, numbers of any length.
   */
  public static SemelJson standard() {
    return using(standardMapper());
  }

  /**
   * With a mapper of yours. How it names and writes properties is part of what is hashed and
   * stored: when you change that, raise the schema version of operations and results.
   */
  public static SemelJson using(JsonMapper mapper) {
    return new SemelJson(mapper, forPayloads(mapper), FingerprintHash.sha256());
  }

  private static JsonMapper standardMapper() {
    return JsonMapper.builder(JsonFactory.builder().streamReadConstraints(ownContent()).build())
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
        .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
        .disable(DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID)
        .build();
  }

  /** What was written must be readable; Jackson limits reading more than writing. */
  private static StreamReadConstraints ownContent() {
    return StreamReadConstraints.builder()
        .maxNumberLength(StreamReadConstraints.DEFAULT_MAX_STRING_LEN)
        .maxNameLength(StreamReadConstraints.DEFAULT_MAX_STRING_LEN)
        .build();
  }

  /**
   * Refuses what would make equal payloads differ or different ones equal: the order of a set,
   * which can change from one run to the next; a class of which Jackson sees no property; NaN,
   * which would be written as text.
   */
  private static JsonMapper forPayloads(JsonMapper mapper) {
    return mapper
        .rebuild()
        .addModule(SortedSets.module())
        .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
        .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
        .build();
  }

  /** The hash under the fingerprints made from now on. SHA-256 without a secret unless told. */
  public SemelJson hashing(FingerprintHash newHash) {
    return new SemelJson(mapper, payloadMapper, newHash);
  }

  /** Stores and replays results of this type. */
  public <R> JsonCodec<R> result(Class<R> type) {
    return JsonCodec.of(mapper, mapper.constructType(type));
  }

  /** As {@link #result(Class)}, for a generic type. */
  public <R> JsonCodec<R> result(TypeReference<R> type) {
    return JsonCodec.of(mapper, mapper.constructType(type));
  }

  /**
   * Over the JSON of an object, a record or bean. Every property that Jackson writes counts; sets
   * are sorted.
   */
  public <P> JsonFingerprinter<P> payload(Class<P> type) {
    return payload(payloadMapper.constructType(type));
  }

  /** As {@link #payload(Class)}, for a generic type. */
  public <P> JsonFingerprinter<P> payload(TypeReference<P> type) {
    return payload(payloadMapper.constructType(type));
  }

  private <P> JsonFingerprinter<P> payload(JavaType type) {
    return JsonFingerprinter.of(
        new PayloadJson.Written<>(payloadMapper.writerFor(type), type.toCanonical()), hash);
  }

  /**
   * Over a JSON document as it came in. A document without a canonical form is compared byte for
   * byte, and never equals one that has a canonical form.
   */
  public JsonFingerprinter<byte[]> document() {
    return JsonFingerprinter.of(new PayloadJson.Document(), hash);
  }
}
