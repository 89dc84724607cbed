package dev.semel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Hashes operation, schema version and the parts of a payload, each length-prefixed. */
record PartsFingerprinter<P>(String rules, FingerprintHash hash, Function<P, List<byte[]>> partsOf)
    implements Fingerprinter<P> {

  @Override
  public String scheme() {
    return rules + "/" + hash.name();
  }

  @Override
  public Fingerprint fingerprint(String operation, int schemaVersion, P payload) {
    List<byte[]> parts = new ArrayList<>(partsOf.apply(payload));
    return hash.fingerprint(rules, operation, schemaVersion, parts);
  }
}
