package dev.semel.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.http.webhook.Verification.Refused;
import dev.semel.http.webhook.Verification.Verified;
import dev.semel.signing.HmacSecret;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StandardWebhooksTest {
  private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  private static final Instant AT = Instant.ofEpochSecond(1614265330);
  private static final String BODY = "{\"test\": 2432232314}";
  private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

  private static final String PUBLIC_KEY = "whpk_ZlN4eg7dSSqi0moX9hQUk3orrOouK3QVQSlJa248c/g=";
  private static final String PUBLIC_SIGNATURE =
      "v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==";

  private static final Verified VERIFIED = new Verified(ID, AT);
  private static final Refused WRONG = new Refused(Refusal.SIGNATURE_WRONG);

  private final StandardWebhooks scheme = StandardWebhooks.keys(Delivery.SECRET);

  private static Delivery delivery(String body, String signature) {
    return Delivery.of(body)
        .with("webhook-id", ID)
        .with("webhook-timestamp", "1614265330")
        .with("webhook-signature", signature);
  }

  private static Delivery delivery() {
    return delivery(BODY, SIGNATURE);
  }

  record Vector(String key, String body, String signature) {}

  /** Those of the specification and its libraries, and more of them computed by other programs. */
  static List<Vector> vectors() {
    String umlaut = "{\"msg\":\"ü😂\"}";
    return List.of(
        new Vector(Delivery.SECRET, BODY, SIGNATURE),
        new Vector(Delivery.SECRET, "", "v1,v48jdbgvh29KJz2Qc+ghw8G6vG3nAKnujWBg8oM/62A="),
        new Vector(Delivery.SECRET, umlaut, "v1,gDTAJ3lp06C7EMNdDArfNZ3RcfQFYJHWF68tmV57+o4="),
        new Vector(PUBLIC_KEY, BODY, PUBLIC_SIGNATURE),
        new Vector(
            PUBLIC_KEY,
            "",
            "v1a,M9NVz4N1AK3EOKX45YvMnLQctvcXqY0TuTa+2cOhbZiNc8IuPekT0rFAvOxcEZuGKBigCpioTSPzkDp0hDPHBA=="),
        new Vector(
            PUBLIC_KEY,
            umlaut,
            "v1a,qEfzGoxqKGA+vYvLd/zD1WCFNaYw1ZjOo0lDImFnMVpAO3iaLtlZ0GADG6WMutkNWfF09pbq6e7ynEWwd03hBg=="));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void whatTheSenderSignedIsVerified(Vector vector) {
    Verification verification =
        StandardWebhooks.keys(vector.key())
            .verify(delivery(vector.body(), vector.signature()).asRequest());

    assertThat(verification).isEqualTo(VERIFIED);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void anotherBodyIsRefused(Vector vector) {
    Delivery changed = delivery(vector.body(), vector.signature()).withBody(vector.body() + " ");

    assertThat(StandardWebhooks.keys(vector.key()).verify(changed.asRequest())).isEqualTo(WRONG);
  }

  @Test
  void aBodyThatWasWrittenAnewIsRefused() {
    assertThat(scheme.verify(delivery("{\"test\":2432232314}", SIGNATURE).asRequest()))
        .isEqualTo(WRONG);
  }

  @Test
  void anotherIdIsRefused() {
    assertThat(scheme.verify(delivery().with("webhook-id", "msg_other").asRequest()))
        .isEqualTo(WRONG);
  }

  @Test
  void anotherTimestampIsRefused() {
    assertThat(scheme.verify(delivery().with("webhook-timestamp", "1614265331").asRequest()))
        .isEqualTo(WRONG);
  }

  @Test
  void bytesThatAreNotTextAreSignedAsTheyAre() {
    byte[] body = {(byte) 0xff, 0, (byte) 0xc3};
    byte[] key = Base64.getDecoder().decode(Delivery.SECRET.substring(6));
    byte[] start = Delivery.bytes(ID + ".1614265330.");
    byte[] signed = Arrays.copyOf(start, start.length + body.length);
    System.arraycopy(body, 0, signed, start.length, body.length);
    String signature = "v1," + base64(Delivery.hmac(key, signed));
    var headers = delivery().with("webhook-signature", signature).headerLists();

    assertThat(scheme.verify(WebhookRequest.of("/hooks", headers, body))).isEqualTo(VERIFIED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"webhook-id", "webhook-timestamp", "webhook-signature"})
  void eachHeaderMustBeThere(String header) {
    assertThat(scheme.verify(delivery().without(header).asRequest()))
        .isEqualTo(new Refused(Refusal.HEADER_MISSING));
  }

  @ParameterizedTest
  @ValueSource(strings = {"webhook-id", "webhook-timestamp", "webhook-signature"})
  void eachHeaderMustBeThereOnce(String header) {
    Map<String, List<String>> headers = new HashMap<>(delivery().headerLists());
    String value = delivery().headers().getOrDefault(header, "");
    headers.put(header, List.of(value, value));

    assertThat(scheme.verify(WebhookRequest.of("/", headers, Delivery.bytes(BODY))))
        .isEqualTo(new Refused(Refusal.HEADER_MISSING));
  }

  @Test
  void theCaseOfHeaderNamesDoesNotMatter() {
    Delivery mixed =
        Delivery.of(BODY)
            .with("WEBHOOK-ID", ID)
            .with("Webhook-Timestamp", "1614265330")
            .with("webHook-Signature", SIGNATURE);

    assertThat(scheme.verify(mixed.asRequest())).isEqualTo(VERIFIED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "abc",
        "1614265330.0",
        "-1614265330",
        "+1614265330",
        "0x6037bd72",
        "1e9",
        "9999999999999",
        "١٦١٤٢٦٥٣٣٠"
      })
  void aTimestampIsANumberOfSeconds(String timestamp) {
    Delivery delivery = Delivery.of(BODY).signed(ID, timestamp, Delivery.SECRET);

    assertThat(scheme.verify(delivery.asRequest()))
        .isEqualTo(new Refused(Refusal.TIMESTAMP_MALFORMED));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a.b", "msg 1", "msg\t1", "mëssage", "\u0000"})
  void anIdIsPrintableAndHasNoFullStop(String id) {
    Delivery delivery = Delivery.of(BODY).signed(id, AT);

    assertThat(scheme.verify(delivery.asRequest())).isEqualTo(new Refused(Refusal.ID_UNUSABLE));
  }

  @Test
  void theBoundaryBetweenIdAndBodyCannotBeMoved() {
    Delivery genuine = Delivery.of("1614265330.rest").signed("a", AT);
    Delivery moved =
        genuine.with("webhook-id", "a.1614265330").withBody("rest"); // the same signed text

    assertThat(scheme.verify(genuine.asRequest())).isInstanceOf(Verified.class);
    assertThat(scheme.verify(moved.asRequest())).isInstanceOf(Refused.class);
  }

  @Test
  void theLongestIdIsTheLongestKey() {
    Delivery longest = Delivery.of(BODY).signed("x".repeat(255), AT);
    Delivery longer = Delivery.of(BODY).signed("x".repeat(256), AT);

    assertThat(scheme.verify(longest.asRequest())).isInstanceOf(Verified.class);
    assertThat(scheme.verify(longer.asRequest())).isEqualTo(new Refused(Refusal.ID_UNUSABLE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=",
        "v1,",
        "v1",
        ",",
        "",
        "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1O",
        "v1,g0hM9SsE",
        "v1,***",
        "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "V1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "v1a,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
      })
  void aSignatureThatIsNotRightIsRefused(String signature) {
    assertThat(scheme.verify(delivery(BODY, signature).asRequest())).isEqualTo(WRONG);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc= %s",
        "%s v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=",
        "v2,anything v1a,*** %s v9,x",
        " %s  "
      })
  void oneRightSignatureAmongOthersIsEnough(String signatures) {
    assertThat(scheme.verify(delivery(BODY, signatures.formatted(SIGNATURE)).asRequest()))
        .isEqualTo(VERIFIED);
  }

  @ParameterizedTest
  @CsvSource({"9,true", "10,false"})
  void thereIsALimitToTheNumberOfSignatures(int others, boolean verified) {
    String wrong =
        IntStream.range(0, others).mapToObj(i -> "v1,AAAA ").collect(Collectors.joining());

    assertThat(scheme.verify(delivery(BODY, wrong + SIGNATURE).asRequest()))
        .isEqualTo(verified ? VERIFIED : WRONG);
  }

  @Test
  void whileASecretIsRotatedBothAreGood() {
    StandardWebhooks both = StandardWebhooks.keys(Delivery.OTHER_SECRET, Delivery.SECRET);
    Delivery byNew = Delivery.of(BODY).signed(ID, AT, Delivery.OTHER_SECRET);

    assertThat(both.verify(delivery().asRequest())).isEqualTo(VERIFIED);
    assertThat(both.verify(byNew.asRequest())).isEqualTo(VERIFIED);
    assertThat(scheme.verify(byNew.asRequest())).isEqualTo(WRONG);
  }

  @Test
  void aSecretIsTheSameWithAndWithoutItsPrefix() {
    assertThat(StandardWebhooks.keys(Delivery.SECRET.substring(6)).verify(delivery().asRequest()))
        .isEqualTo(VERIFIED);
  }

  @Test
  void headersMayHaveOtherNames() {
    Delivery svix =
        Delivery.of(BODY)
            .with("svix-id", ID)
            .with("svix-timestamp", "1614265330")
            .with("svix-signature", SIGNATURE);
    Delivery own =
        Delivery.of(BODY).with("X-Id", ID).with("X-At", "1614265330").with("X-Sig", SIGNATURE);

    assertThat(scheme.headersFrom("svix-").verify(svix.asRequest())).isEqualTo(VERIFIED);
    assertThat(scheme.headers("x-id", "x-at", "x-sig").verify(own.asRequest())).isEqualTo(VERIFIED);
    assertThat(scheme.verify(svix.asRequest())).isEqualTo(new Refused(Refusal.HEADER_MISSING));
  }

  @Test
  void aPublicKeyIsNeverTakenForASecret() {
    byte[] known = Base64.getDecoder().decode(PUBLIC_KEY.substring(5));
    String forged = base64(Delivery.hmac(known, Delivery.bytes(ID + ".1614265330." + BODY)));
    StandardWebhooks publicOnly = StandardWebhooks.keys(PUBLIC_KEY);

    assertThat(publicOnly.verify(delivery(BODY, "v1," + forged).asRequest())).isEqualTo(WRONG);
    assertThat(publicOnly.verify(delivery(BODY, "v1a," + forged).asRequest())).isEqualTo(WRONG);
  }

  @Test
  void secretsAndPublicKeysCanBeUsedTogether() {
    StandardWebhooks both = StandardWebhooks.keys(Delivery.SECRET, PUBLIC_KEY);

    assertThat(both.verify(delivery().asRequest())).isEqualTo(VERIFIED);
    assertThat(both.verify(delivery(BODY, PUBLIC_SIGNATURE).asRequest())).isEqualTo(VERIFIED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''             | the secret of a webhook has 0 bytes; give 16 to 1024, as the sender shows it",
        "whsec_         | the secret of a webhook has 0 bytes; give 16 to 1024, as the sender shows it",
        "whsec_c2hvcnQ= | the secret of a webhook has 5 bytes; give 16 to 1024, as the sender shows it",
        "whsec_ä?       | the secret of a webhook is not base64; give it as the sender shows it",
        "whpk_AAAA      | the public key of a webhook is not whpk_ and 32 bytes in base64; give it as the sender shows it",
        "whpk_?         | the public key of a webhook is not whpk_ and 32 bytes in base64; give it as the sender shows it",
        "whsk_AAAA      | this is a private key (whsk_…), which belongs to the sender alone; give its public key (whpk_…)"
      })
  void aKeyThatCannotBeOneIsRefusedAtOnce(String key, String message) {
    assertThatThrownBy(() -> StandardWebhooks.keys(key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 6})
  void aSenderHasOneToFiveKeys(int number) {
    String[] keys = new String[number];
    Arrays.fill(keys, Delivery.SECRET);

    assertThatThrownBy(() -> StandardWebhooks.keys(keys))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give 1 to 5");
  }

  @Test
  void secretsAreNotShown() {
    assertThat(scheme).hasToString("StandardWebhooks[1 keys]");
    assertThat(HmacSecret.text("0123456789abcdef")).hasToString("HmacSecret");
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
