package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.http.KeyPolicy;
import dev.semel.http.RequestRules;

/** Compares requests by their fingerprints. */
final class Fingerprints {
  static final String OPERATION = "open-case";

  private Fingerprints() {}

  static Fingerprint of(RequestRules rules, TestRequest request) {
    return of(rules, KeyPolicy.lenient(), request);
  }

  static Fingerprint of(RequestRules rules, KeyPolicy keys, TestRequest request) {
    return RequestFingerprinter.of(rules, keys).fingerprint(OPERATION, 1, request.payload());
  }

  static void assertSame(TestRequest one, TestRequest other) {
    assertSame(RequestRules.standard(), one, other);
  }

  static void assertSame(RequestRules rules, TestRequest one, TestRequest other) {
    assertThat(of(rules, one)).isEqualTo(of(rules, other));
  }

  static void assertDifferent(TestRequest one, TestRequest other) {
    assertDifferent(RequestRules.standard(), one, other);
  }

  static void assertDifferent(RequestRules rules, TestRequest one, TestRequest other) {
    assertThat(of(rules, one)).isNotEqualTo(of(rules, other));
  }
}
