package dev.semel;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/**
 * Computes the fingerprint of a payload by one fixed set of rules. Rules never change under the
 * same {@link #scheme}: other rules are another scheme, so that a record stored earlier can still
 * be compared by the rules it was stored with.
 *
 * <p>Implementations are safe for use by several threads.
 *
 * @param <P> the payload
 */
public interface Fingerprinter<P> {
  /** The name of the rules, stored with every fingerprint. */
  String scheme();

  /**
   * The fingerprint of a payload.
   *
   * @param operation counts too: the same payload for another operation has another fingerprint
   * @param schemaVersion the version of the command's schema; it counts too
   */
  Fingerprint fingerprint(String operation, int schemaVersion, P payload);

  /** Over the parts of a payload that matter, in their order; each part is length-prefixed. */
  static <P> Fingerprinter<P> parts(Function<P, List<byte[]>> partsOf) {
    return parts(FingerprintHash.sha256(), partsOf);
  }

  /** As {@link #parts(Function)}, with a hash of your choice. */
  static <P> Fingerprinter<P> parts(FingerprintHash hash, Function<P, List<byte[]>> partsOf) {
    return new PartsFingerprinter<>("parts-1", hash, partsOf);
  }

  /** Over the bytes as they are. */
  static Fingerprinter<byte[]> bytes() {
    return new PartsFingerprinter<>("bytes-1", FingerprintHash.sha256(), List::of);
  }

  /** Over the text as it is: not trimmed, not case-folded, not normalised. */
  static Fingerprinter<String> text() {
    return new PartsFingerprinter<>(
        "text-1", FingerprintHash.sha256(), text -> List.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * No payload counts: the key alone decides, and whatever comes with it is taken for a retry.
   * Choose it only where the key already names the payload, such as a provider's event id.
   */
  static <P> Fingerprinter<P> keyAlone() {
    return new PartsFingerprinter<>("key-alone-1", FingerprintHash.sha256(), payload -> List.of());
  }
}
