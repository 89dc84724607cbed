package dev.semel.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.http.webhook.Verification.Refused;
import dev.semel.http.webhook.Verification.Verified;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampedHmacTest {
  private static final String SECRET = "whsec_0123456789abcdef0123456789abcdef";
  private static final String BODY = "{\"id\":\"evt_1\",\"type\":\"invoice.paid\"}";
  private static final String DIGITS =
      "75ee54d924327b1f0ad2933f80245a82da61d3d5aa1be7a2d6aa3b87e40052eb";
  private static final String SIGNED = "t=1614265330,v1=" + DIGITS;
  private static final Verified VERIFIED = new Verified("evt_1", Instant.ofEpochSecond(1614265330));

  private final TimestampedHmac scheme =
      TimestampedHmac.header("Billing-Signature").secrets(SECRET);

  private static WebhookRequest request(String header) {
    return Delivery.of(BODY).with("billing-signature", header).asRequest();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SIGNED,
        "v1=" + DIGITS + ",t=1614265330",
        "t=1614265330, v1=" + DIGITS,
        "t=1614265330,v0=00,v1=00,v1=" + DIGITS + ",v2=zz",
        "t=1614265330,v1=75EE54D924327B1F0AD2933F80245A82DA61D3D5AA1BE7A2D6AA3B87E40052EB"
      })
  void whatTheSenderSignedIsVerified(String header) {
    assertThat(scheme.verify(request(header))).isEqualTo(VERIFIED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t=1614265331,v1=" + DIGITS,
        "t=1614265330,v0=" + DIGITS,
        "t=1614265330,v1=",
        "t=1614265330,v1=75ee",
        "t=1614265330,v1=not hex",
        "t=1614265330"
      })
  void aSignatureThatIsNotRightIsRefused(String header) {
    assertThat(scheme.verify(request(header))).isEqualTo(new Refused(Refusal.SIGNATURE_WRONG));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "v1=" + DIGITS,
        "t=,v1=" + DIGITS,
        "t=now,v1=" + DIGITS,
        "t=1614265330,t=1614265330,v1=" + DIGITS,
        "t=1614265330,,,,,,,,,,,,,,,,,,,,,v1=" + DIGITS
      })
  void thereIsOneTimestampAndALimitToTheItems(String header) {
    assertThat(scheme.verify(request(header))).isEqualTo(new Refused(Refusal.TIMESTAMP_MALFORMED));
  }

  @Test
  void theHeaderMustBeThere() {
    assertThat(scheme.verify(Delivery.of(BODY).asRequest()))
        .isEqualTo(new Refused(Refusal.HEADER_MISSING));
  }

  @Test
  void anotherBodyIsRefused() {
    Delivery changed = Delivery.of(BODY + " ").with("Billing-Signature", SIGNED);

    assertThat(scheme.verify(changed.asRequest())).isEqualTo(new Refused(Refusal.SIGNATURE_WRONG));
  }

  @Test
  void whileASecretIsRotatedBothAreGood() {
    TimestampedHmac both =
        TimestampedHmac.header("Billing-Signature").secrets("another-secret-of-theirs", SECRET);

    assertThat(both.verify(request(SIGNED))).isEqualTo(VERIFIED);
  }

  @Test
  void theIdMayBeElsewhere() {
    TimestampedHmac byType = scheme.id(MessageId.inBody("type"));
    TimestampedHmac byHeader = scheme.id(MessageId.inHeader("event-id"));

    assertThat(byType.verify(request(SIGNED)))
        .isEqualTo(new Verified("invoice.paid", Instant.ofEpochSecond(1614265330)));
    assertThat(byHeader.verify(request(SIGNED))).isEqualTo(new Refused(Refusal.ID_UNUSABLE));
  }

  @Test
  void aSecretThatCannotBeOneIsRefusedAtOnce() {
    assertThatThrownBy(() -> TimestampedHmac.header("S").secrets("short"))
        .hasMessage("the secret of a webhook has 5 bytes; give 16 to 1024, as the sender shows it");
    assertThatThrownBy(() -> TimestampedHmac.header("S").secrets(SECRET + "\n"))
        .hasMessage("the secret of a webhook begins or ends with white space; remove it");
    assertThatThrownBy(() -> TimestampedHmac.header("S").secrets())
        .hasMessage("0 keys for one sender of webhooks; give 1 to 5");
  }
}
