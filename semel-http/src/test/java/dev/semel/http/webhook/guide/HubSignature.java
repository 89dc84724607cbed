package dev.semel.http.webhook.guide;

import dev.semel.http.webhook.MessageId;
import dev.semel.http.webhook.Refusal;
import dev.semel.http.webhook.SignatureScheme;
import dev.semel.http.webhook.Verification;
import dev.semel.http.webhook.WebhookRequest;
import dev.semel.signing.HmacSecret;
import java.util.HexFormat;

// snippet: webhook-own-scheme
/** {@code X-Hub-Signature-256: sha256=…}, in hexadecimal digits, over the body alone. */
record HubSignature(HmacSecret secret) implements SignatureScheme {
  private static final String PREFIX = "sha256=";
  private static final MessageId ID = MessageId.inBody("delivery");

  @Override
  public Verification verify(WebhookRequest request) {
    String header = request.header("X-Hub-Signature-256");
    String id = ID.of(request);
    if (header == null || !header.startsWith(PREFIX) || id == null) {
      return new Verification.Refused(Refusal.HEADER_MISSING);
    }
    return secret.sign(request.body()).matches(bytes(header.substring(PREFIX.length())))
        ? new Verification.Verified(id, null) // no time is signed
        : new Verification.Refused(Refusal.SIGNATURE_WRONG);
  }

  private static byte[] bytes(String digits) {
    try {
      return HexFormat.of().parseHex(digits);
    } catch (IllegalArgumentException notHex) {
      return new byte[0];
    }
  }
}
// end snippet
