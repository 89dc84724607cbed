package dev.semel.http.webhook;

import dev.semel.http.webhook.Verification.Refused;
import dev.semel.http.webhook.Verification.Verified;
import dev.semel.signing.HmacSecret;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The scheme of one header {@code t=…,v1=…}: the time in seconds, and HMAC-SHA-256 in hexadecimal
 * digits over {@code t.body}. There may be several {@code v1}, of which one is enough; items of
 * other names are skipped. The message's id is the member {@code id} of the body, unless told.
 *
 * <pre>{@code
 * SignatureScheme scheme = TimestampedHmac.header("Stripe-Signature").secrets("whsec_…");
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class TimestampedHmac implements SignatureScheme {
  public static final int MAX_SECRETS = 5;

  /** A request with more items in its header is refused. */
  public static final int MAX_ITEMS = 20;

  private static final String TIMESTAMP = "t=";
  private static final String SIGNATURE = "v1=";
  private static final byte[] SEPARATOR = Bytes.ofText(".");

  private final String headerName;
  private final List<HmacSecret> secrets;
  private final MessageId messageId;

  private TimestampedHmac(String headerName, List<HmacSecret> secrets, MessageId messageId) {
    this.headerName = headerName;
    this.secrets = secrets;
    this.messageId = messageId;
  }

  /** Starts the scheme with the name of its header. */
  public static Named header(String name) {
    return new Named(Objects.requireNonNull(name, "name"));
  }

  /** The scheme without its secrets. */
  public record Named(String headerName) {
    /**
     * With the secrets that are valid now. The text itself is the secret, its prefix included.
     *
     * @param secrets 1 to {@value #MAX_SECRETS}; while a secret is rotated, the new and the old one
     */
    public TimestampedHmac secrets(String... secrets) {
      Keys.refuseBadNumber(secrets.length, MAX_SECRETS);
      List<HmacSecret> read = Arrays.stream(secrets).map(HmacSecret::text).toList();
      return new TimestampedHmac(headerName, read, MessageId.inBody("id"));
    }
  }

  /** Where the id of a message is. The member {@code id} of the body unless told. */
  public TimestampedHmac id(MessageId place) {
    return new TimestampedHmac(headerName, secrets, Objects.requireNonNull(place, "place"));
  }

  @Override
  public Verification verify(WebhookRequest request) {
    String header = request.header(headerName);
    if (header == null) {
      return new Refused(Refusal.HEADER_MISSING);
    }
    List<String> items =
        Arrays.stream(header.split(",", MAX_ITEMS + 1)).map(String::strip).toList();
    String timestamp = onlyTimestamp(items);
    Instant signedAt = timestamp == null ? null : UnixSeconds.parse(timestamp);
    if (timestamp == null || signedAt == null || items.size() > MAX_ITEMS) {
      return new Refused(Refusal.TIMESTAMP_MALFORMED);
    }
    if (!isSigned(items, Bytes.ofText(timestamp), SEPARATOR, request.body())) {
      return new Refused(Refusal.SIGNATURE_WRONG);
    }
    String id = messageId.of(request);
    return id == null ? new Refused(Refusal.ID_UNUSABLE) : new Verified(id, signedAt);
  }

  private static @Nullable String onlyTimestamp(List<String> items) {
    List<String> found = items.stream().filter(item -> item.startsWith(TIMESTAMP)).toList();
    return found.size() == 1 ? found.get(0).substring(TIMESTAMP.length()) : null;
  }

  private boolean isSigned(List<String> items, byte[]... signed) {
    return secrets.stream()
        .map(secret -> secret.sign(signed))
        .anyMatch(right -> isIn(items, right));
  }

  private static boolean isIn(List<String> items, HmacSecret.Signature right) {
    return items.stream()
        .filter(item -> item.startsWith(SIGNATURE))
        .map(item -> Bytes.ofHex(item.substring(SIGNATURE.length())))
        .anyMatch(right::matches);
  }

  @Override
  public String toString() {
    return "TimestampedHmac[%s, %d secrets]".formatted(headerName, secrets.size());
  }
}
