package dev.semel.http.internal;

import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import dev.semel.http.KeyPolicy;
import dev.semel.http.RequestRules;
import dev.semel.json.SemelJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Fingerprints of requests by {@link RequestRules}. The name of the rules has a version and, where
 * they are not the standard ones, a digest of what was chosen: under one name they never change.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class RequestFingerprinter implements Fingerprinter<RequestPayload> {
  static final SemelJson JSON = SemelJson.standard();

  private static final byte[] ABSENT = ascii("none");
  private static final byte[] PRESENT = ascii("type");
  private static final byte[] VARIANT = ascii("variant");
  private static final byte[] MALFORMED = ascii("other");

  private final RequestRules rules;
  private final String rulesName;
  private final QueryForm queryForm;
  private final BodyParts bodyParts;

  private RequestFingerprinter(RequestRules rules, BodyParts bodyParts) {
    this.rules = rules;
    this.bodyParts = bodyParts;
    this.queryForm = new QueryForm(rules.ignoredQuery());
    this.rulesName = RulesName.of(rules, bodyParts);
  }

  /** By these rules; where the policy lets the key come in a JSON body, it does not count there. */
  public static RequestFingerprinter of(RequestRules rules, KeyPolicy keys) {
    return new RequestFingerprinter(rules, BodyParts.of(rules, keys.bodyPointer()));
  }

  /** By the former rules, for what was stored by them. */
  public static List<RequestFingerprinter> former(RequestRules rules, KeyPolicy keys) {
    return rules.formerRules().stream().map(former -> of(former, keys)).toList();
  }

  @Override
  public String scheme() {
    return rulesName + "/" + rules.hash().name();
  }

  /**
   * {@inheritDoc}
   *
   * @throws java.io.UncheckedIOException if the body cannot be read from where it was put
   */
  @Override
  public Fingerprint fingerprint(String operation, int schemaVersion, RequestPayload payload) {
    List<byte[]> parts = rules.isKeyAlone() ? variantOf(payload) : partsOf(payload);
    return rules.hash().fingerprint(rulesName, operation, schemaVersion, parts);
  }

  private List<byte[]> partsOf(RequestPayload payload) {
    List<byte[]> parts = new ArrayList<>();
    parts.add(utf8(payload.method()));
    parts.add(utf8(Percent.normalForm(payload.path())));
    parts.add(utf8(queryForm.normalForm(payload.query())));
    if (rules.countsHost()) {
      parts.add(utf8(payload.origin().get()));
    }
    addHeaders(payload, parts);
    addMediaType(payload, parts);
    parts.add(utf8(payload.contentEncoding()));
    parts.addAll(variantOf(payload));
    parts.addAll(bodyParts.of(payload));
    return parts;
  }

  /** The number of values comes first, so that the next header cannot be taken for one. */
  private void addHeaders(RequestPayload payload, List<byte[]> parts) {
    for (String name : rules.headers()) {
      List<String> values = payload.headers().apply(name);
      parts.add(utf8(Integer.toString(values.size())));
      values.forEach(value -> parts.add(utf8(value)));
    }
  }

  /** No body begins like this, so that a request without a variant is not taken for one with it. */
  private static List<byte[]> variantOf(RequestPayload payload) {
    return payload.variant().isEmpty() ? List.of() : List.of(VARIANT, utf8(payload.variant()));
  }

  private static void addMediaType(RequestPayload payload, List<byte[]> parts) {
    String contentType = payload.contentType();
    MediaType parsed = payload.mediaType();
    if (contentType == null) {
      parts.add(ABSENT);
    } else if (parsed == null) {
      parts.add(MALFORMED);
      parts.add(utf8(contentType));
    } else {
      parts.add(PRESENT);
      parts.add(utf8(parsed.normalForm()));
    }
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return "RequestFingerprinter[" + scheme() + "]";
  }
}
