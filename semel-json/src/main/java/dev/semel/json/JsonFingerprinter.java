package dev.semel.json;

import dev.semel.Fingerprint;
import dev.semel.FingerprintHash;
import dev.semel.Fingerprinter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Fingerprints over the canonical JSON of a payload, all of it or the parts selected by JSON
 * pointers (RFC 6901). Payloads that could have different effects never share a fingerprint; two
 * spellings of the same JSON always do. The selection is part of the {@link #scheme}.
 *
 * <p>The order of pointers does not count. Immutable and safe for use by several threads.
 *
 * @param <P> the payload
 */
public final class JsonFingerprinter<P> implements Fingerprinter<P> {
  private static final byte[] CANONICAL = "json".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] RAW = "raw".getBytes(StandardCharsets.US_ASCII);

  private final PayloadJson<P> payloadJson;
  private final FingerprintHash hash;
  private final Selection selection;

  private JsonFingerprinter(PayloadJson<P> payloadJson, FingerprintHash hash, Selection selection) {
    this.payloadJson = payloadJson;
    this.hash = hash;
    this.selection = selection;
  }

  static <P> JsonFingerprinter<P> of(PayloadJson<P> payloadJson, FingerprintHash hash) {
    return new JsonFingerprinter<>(payloadJson, hash, Selection.all());
  }

  private JsonFingerprinter<P> with(Selection changed) {
    return new JsonFingerprinter<>(payloadJson, hash, changed);
  }

  /**
   * Only these parts count. That a part is absent counts too, and is another thing than null.
   *
   * @param pointers such as {@code /amount} or {@code /lines/0/price}, none within another
   */
  public JsonFingerprinter<P> only(String... pointers) {
    return with(selection.only(pointers));
  }

  /**
   * Everything counts but these parts, whether they are there or not: a nonce, a time of sending, a
   * signature. A document with a part that is excluded equals the document without it.
   *
   * @param pointers such as {@code /sentAt}, none within another
   */
  public JsonFingerprinter<P> excluding(String... pointers) {
    return with(selection.excluding(pointers));
  }

  /**
   * Computes what was computed before these fields were added to the payload: a field that is null
   * is left out, as if it still did not exist; one that holds something counts, and so makes
   * another fingerprint. For the older rules of an operation, not for its current ones.
   *
   * @param pointers to the fields, none within another
   */
  public JsonFingerprinter<P> addedLater(String... pointers) {
    return with(selection.addedLater(pointers));
  }

  @Override
  public String scheme() {
    return selection.rules() + "/" + hash.name();
  }

  /**
   * {@inheritDoc}
   *
   * @throws NotCanonicalJsonException if an object's JSON has no canonical form; a raw document
   *     without one is compared byte for byte
   */
  @Override
  public Fingerprint fingerprint(String operation, int schemaVersion, P payload) {
    return hash.fingerprint(selection.rules(), operation, schemaVersion, parts(payload));
  }

  /**
   * What stands for the payload in its fingerprint, for fingerprints of more than this payload: how
   * it was read, the digest of it, and the selected pointers. The rules are not in it; they belong
   * into the name of the larger fingerprint's own rules.
   *
   * @throws NotCanonicalJsonException as {@link #fingerprint}
   */
  public List<byte[]> parts(P payload) {
    List<byte[]> parts = new ArrayList<>(taggedDigest(payloadJson.of(payload)));
    parts.addAll(selection.chosenPointers());
    return parts;
  }

  /** The name of the selection, for the rules of a larger fingerprint. */
  public String rules() {
    return selection.rules();
  }

  private List<byte[]> taggedDigest(byte[] json) {
    try {
      return List.of(CANONICAL, CanonicalJson.sha256(json, selection));
    } catch (NotCanonicalJsonException e) {
      payloadJson.allowRaw(e);
      return List.of(RAW, CanonicalJson.newSha256().digest(json));
    }
  }

  /**
   * The canonical JSON that is hashed for this payload, to look at. With {@link #only} it is an
   * array with one entry for each pointer, in the order of the pointers' text: {@code [value]}, or
   * {@code []} if absent.
   *
   * @throws NotCanonicalJsonException if there is none
   */
  public byte[] canonical(P payload) {
    return CanonicalJson.bytes(payloadJson.of(payload), selection);
  }

  @Override
  public String toString() {
    return "JsonFingerprinter[" + scheme() + "]";
  }
}
