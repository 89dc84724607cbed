package dev.semel.http.internal;

import static dev.semel.http.internal.Fingerprints.assertDifferent;
import static dev.semel.http.internal.Fingerprints.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.FingerprintHash;
import dev.semel.http.KeyPolicy;
import dev.semel.http.RequestRules;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts besides the body. */
class RequestFingerprintTest {
  private static final RequestRules STANDARD = RequestRules.standard();

  private static TestRequest post(String pathAndQuery) {
    return TestRequest.post(pathAndQuery);
  }

  @Test
  void theSameRequestHasTheSameFingerprint() {
    assertSame(post("/cases?a=1").json("{\"a\":1}"), post("/cases?a=1").json("{\"a\":1}"));
  }

  @Test
  void whatStandsInOnePlaceIsNotTakenForWhatStandsInAnother() {
    assertDifferent(post("/a?bc"), post("/ab?c"));
    assertDifferent(post("/a").method("PO").body("x"), post("/a").method("P").body("Ox"));
    RequestRules rules = STANDARD.withHeaders("x", "y");
    assertDifferent(
        rules, post("/").header("x", "a", "b"), post("/").header("x", "a").header("y", "b"));
    assertDifferent(rules, post("/").header("x", "ab"), post("/").header("x", "a", "b"));
    assertDifferent(rules, post("/").header("x", "a"), post("/").header("y", "a"));
  }

  @Test
  void theMethodCounts() {
    assertDifferent(post("/cases"), post("/cases").method("PATCH"));
  }

  @Test
  void theConcretePathCounts() {
    assertDifferent(post("/a/1"), post("/a/2"));
  }

  @Test
  void theOperationAndItsSchemaVersionCount() {
    RequestFingerprinter fingerprinter = RequestFingerprinter.of(STANDARD, KeyPolicy.lenient());
    RequestPayload payload = post("/a").payload();

    assertThat(fingerprinter.fingerprint("a", 1, payload))
        .isNotEqualTo(fingerprinter.fingerprint("b", 1, payload))
        .isNotEqualTo(fingerprinter.fingerprint("a", 2, payload));
  }

  @Test
  void hostAndSchemeDoNotCountUnlessTold() {
    TestRequest one = post("/a").origin("https://one.example:443");
    TestRequest other = post("/a").origin("http://two.example:8080");

    assertSame(one, other);
    assertDifferent(STANDARD.withHost(), one, other);
  }

  @Test
  void headersDoNotCountUnlessTold() {
    TestRequest german = post("/a").header("Accept-Language", "de").header("Authorization", "one");
    TestRequest french = post("/a").header("Accept-Language", "fr").header("Authorization", "two");
    RequestRules rules = STANDARD.withHeaders("ACCEPT-language", "Api-Version");

    assertSame(german, french);
    assertDifferent(rules, german, french);
    assertSame(rules, german, german.header("Authorization", "two"));
    assertDifferent(rules, german, german.header("Api-Version", ""));
    assertDifferent(rules, german.header("Api-Version", "1"), german.header("Api-Version", "2"));
  }

  @Test
  void aDigestThatTheCallerClaimsIsNotBelieved() {
    TestRequest claimed = post("/a").header("Content-Digest", "sha-256=:AAAA:").body("x");

    assertSame(claimed, post("/a").body("x"));
    assertDifferent(claimed, claimed.body("y"));
  }

  @Test
  void nothingCountsWhereTheKeyAloneDoes() {
    RequestRules rules = STANDARD.keyAlone();

    assertSame(rules, post("/a").json("{\"a\":1}"), post("/b?c").method("PATCH").body("x"));
  }

  @Test
  void aFingerprintHasAtLeast32Bytes() {
    assertThat(Fingerprints.of(STANDARD, post("/a")).digest()).hasSize(32);
    assertThat(Fingerprints.of(STANDARD.keyAlone(), post("/a")).digest()).hasSize(32);
  }

  @Test
  void aSecretMakesFingerprintsThatNobodyElseCanCompute() {
    RequestRules one = STANDARD.hash(hmac("the first secret"));
    RequestRules other = STANDARD.hash(hmac("the other secret"));
    TestRequest request = post("/a").json("{\"pin\":1234}");

    assertThat(Fingerprints.of(one, request).digest())
        .isNotEqualTo(Fingerprints.of(other, request).digest())
        .isNotEqualTo(Fingerprints.of(STANDARD, request).digest());
  }

  private static FingerprintHash hmac(String secret) {
    return FingerprintHash.hmacSha256("k1", secret.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "/a?a=1&b=2,/a?b=2&a=1",
    "/a?x=%7e,/a?x=~",
    "/a?x=%c3%a9,/a?x=%C3%A9",
    "/%7Esmith,/~smith",
    "/%7esmith,/%7Esmith",
    "/a,/a?"
  })
  void twoSpellingsOfOneUrlAreTheSame(String one, String other) {
    assertSame(post(one), post(other));
  }

  @ParameterizedTest
  @CsvSource({
    "/a?a=1&a=2,/a?a=2&a=1",
    "/a?a=1,/a?A=1",
    "/a?a=1,/a?a=1&b",
    "/a?a=1,/a?a=1&a=1",
    "/a?a=x%26b=1,/a?a=x&b=1",
    "/a/../b,/b",
    "/a//b,/a/b",
    "/a/,/a",
    "/A,/a",
    "/a%2Fb,/a/b",
    "/a;v=1,/a",
    "/a;v=1,/a;v=2",
    "/a;v=1;w=2,/a;w=2;v=1",
    "/a.,/a"
  })
  void twoUrlsThatMayMeanDifferentThingsDiffer(String one, String other) {
    assertDifferent(post(one), post(other));
  }

  @Test
  void parametersOfTheQueryCanBeIgnored() {
    RequestRules rules = STANDARD.ignoringQuery("utm_*", "trace");

    assertSame(rules, post("/a?b=1"), post("/a?utm_source=x&b=1&trace=9"));
    assertDifferent(rules, post("/a?b=1"), post("/a?b=1&tracer=9"));
    assertDifferent(post("/a?b=1"), post("/a?utm_source=x&b=1"));
  }
}
