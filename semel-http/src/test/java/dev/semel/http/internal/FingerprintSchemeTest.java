package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Done;
import dev.semel.Fingerprint;
import dev.semel.FingerprintHash;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.http.KeyPolicy;
import dev.semel.http.RequestRules;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is stored with a fingerprint, so that it can be compared later by the rules of its time. */
class FingerprintSchemeTest {
  private static final RequestRules STANDARD = RequestRules.standard();

  private static String scheme(RequestRules rules) {
    return RequestFingerprinter.of(rules, KeyPolicy.lenient()).scheme();
  }

  @Test
  void theNameOfTheRulesHasVersionsAndHash() {
    assertThat(scheme(STANDARD)).isEqualTo("http-1/json-1/sha-256");
    assertThat(scheme(STANDARD.keyAlone())).isEqualTo("http-1/key-alone/sha-256");
  }

  @Test
  void everyChoiceMakesAnotherName() {
    List<RequestRules> rules =
        List.of(
            STANDARD,
            STANDARD.keyAlone(),
            STANDARD.withHost(),
            STANDARD.orderedForm(),
            STANDARD.withHeaders("a"),
            STANDARD.withHeaders("b"),
            STANDARD.withHeaders("a", "b"),
            STANDARD.ignoringQuery("a"),
            STANDARD.ignoringQuery("a", "b"),
            STANDARD.excluding("/a"),
            STANDARD.only("/a"),
            STANDARD.only("/a", "/b"),
            STANDARD.hash(FingerprintHash.hmacSha256("k1", new byte[16])));

    assertThat(rules.stream().map(FingerprintSchemeTest::scheme)).doesNotHaveDuplicates();
  }

  @Test
  void theOrderOfChoicesAndNamesMakesNoOtherName() {
    assertThat(scheme(STANDARD.withHeaders("b", "A").ignoringQuery("x").withHost()))
        .isEqualTo(scheme(STANDARD.withHost().ignoringQuery("x").withHeaders("a", "B")));
    assertThat(scheme(STANDARD.excluding("/b", "/a")))
        .isEqualTo(scheme(STANDARD.excluding("/a", "/b")));
  }

  @Test
  void aKeyInTheBodyIsAnExclusionLikeAnyOther() {
    KeyPolicy keys = KeyPolicy.lenient().orInBody("/key");

    assertThat(RequestFingerprinter.of(STANDARD, keys).scheme())
        .isEqualTo(scheme(STANDARD.excluding("/key")));
  }

  @Test
  void theLongestNameCanBeStored() {
    RequestRules rules =
        STANDARD
            .excluding("/a", "/b")
            .withHost()
            .withHeaders("a")
            .hash(FingerprintHash.hmacSha256("k".repeat(20), new byte[16]));

    assertThat(scheme(rules)).hasSizeLessThanOrEqualTo(Fingerprint.MAX_SCHEME_CHARACTERS);
    Fingerprint fingerprint = Fingerprints.of(rules, TestRequest.post("/a"));
    assertThat(fingerprint.scheme()).isEqualTo(scheme(rules));
  }

  @Test
  void whatFormerRulesStoredIsComparedByThem() {
    RequestRules former = STANDARD.excluding("/sentAt");
    RequestRules rules = STANDARD.withHeaders("Api-Version").formerly(former).formerly(STANDARD);
    TestRequest first = TestRequest.post("/a").json("{\"amount\":1,\"sentAt\":1}");
    TestRequest retry = TestRequest.post("/a").json("{\"amount\":1,\"sentAt\":2}");
    TestRequest other = TestRequest.post("/a").json("{\"amount\":2,\"sentAt\":1}");
    Fingerprint stored = Fingerprints.of(former, first);

    assertThat(intent(rules, retry).matches(stored)).isTrue();
    assertThat(intent(rules, other).matches(stored)).isFalse();
    assertThat(intent(rules, first).matches(Fingerprints.of(STANDARD, first))).isTrue();
    assertThat(intent(rules, retry).matches(Fingerprints.of(STANDARD, first))).isFalse();
    // Rules that nobody named are unknown, and what they made matches nothing.
    assertThat(intent(rules, first).matches(Fingerprints.of(STANDARD.withHost(), first))).isFalse();
  }

  private static Intent<Done> intent(RequestRules rules, TestRequest request) {
    KeyPolicy keys = KeyPolicy.lenient();
    Operation.Taking<RequestPayload> operation =
        Operation.named(Fingerprints.OPERATION).taking(RequestFingerprinter.of(rules, keys));
    for (RequestFingerprinter former : RequestFingerprinter.former(rules, keys)) {
      operation = operation.formerly(1, former);
    }
    return operation.answeringNothing().intent("tenant", "key", request.payload());
  }

  /** Stored fingerprints depend on them: they may only change together with the version. */
  @Test
  void theRulesOfThisVersionDoNotChange() {
    TestRequest json =
        TestRequest.post("/cases/7?b=2&a=1").json("{\"b\":[1.0,\"\\u00e9\"],\"a\":null}");
    TestRequest form = TestRequest.post("/cases").form("b=2&a=x+y");
    TestRequest raw = TestRequest.post("/cases").body("hello").coded("gzip");

    assertThat(hex(json))
        .isEqualTo("6669a3418e3e7e697c213db5978e228a569e8190efc0eba96d951f97036bedf8");
    assertThat(hex(form))
        .isEqualTo("66dc318941740fbdaf1bc2deb5164fdf6a388a7ac142829926cee1e1e2c82ae6");
    assertThat(hex(raw))
        .isEqualTo("77d9778ae8a7dac865f256f93507ddb8a74f770d61414ca2f677145ea5f6d75c");
    assertThat(hex(TestRequest.post("/cases")))
        .isEqualTo("a91030dd956d6920c24b6106babd002ce05954d29600257bd68c0edc09f28d5d");
  }

  private static String hex(TestRequest request) {
    return HexFormat.of().formatHex(Fingerprints.of(STANDARD, request).digest());
  }
}
