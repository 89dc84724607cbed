package dev.semel.json;

import dev.semel.json.NotCanonicalJsonException.Reason;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectWriter;

/** How a payload becomes a JSON document. Implementations are safe for use by several threads. */
sealed interface PayloadJson<P> {
  String WHAT_TO_DO = "change that property, or fingerprint with Fingerprinter.parts";

  byte[] of(P payload);

  /** Returns if a document without a canonical form may be hashed as it is, byte for byte. */
  void allowRaw(NotCanonicalJsonException problem);

  /** The payload is a document already, from outside, and may be anything. */
  record Document() implements PayloadJson<byte[]> {
    @Override
    public byte[] of(byte[] payload) {
      return payload;
    }

    @Override
    public void allowRaw(NotCanonicalJsonException problem) {
      // Nothing to refuse: a caller's odd document is compared byte for byte.
    }
  }

  /** The payload is an object of the program. */
  record Written<P>(ObjectWriter writer, String typeName) implements PayloadJson<P> {
    @Override
    public byte[] of(P payload) {
      try {
        return writer.writeValueAsBytes(payload);
      } catch (JacksonException e) {
        throw new NotCanonicalJsonException(
            Reason.NOT_WRITABLE,
            "a payload of type %s cannot be written as JSON: %s; %s"
                .formatted(typeName, JacksonProblem.describe(e), WHAT_TO_DO),
            null);
      }
    }

    @Override
    public void allowRaw(NotCanonicalJsonException problem) {
      throw new NotCanonicalJsonException(
          problem.reason(),
          "a payload of type %s has %s; %s".formatted(typeName, problem.getMessage(), WHAT_TO_DO),
          problem);
    }
  }
}
