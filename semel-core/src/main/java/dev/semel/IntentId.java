package dev.semel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Names an intent: its scope and its key. Immutable; equal ids name the same intent on every node.
 *
 * <p>{@link #toString} shows a short digest in place of the key, because keys may be secret or
 * personal.
 *
 * @param scope where the key is unique
 * @param key the caller's id for the intent, 1 to {@value #MAX_KEY_CHARACTERS} characters, opaque
 *     and case-sensitive
 */
public record IntentId(Scope scope, String key) {
  public static final int MAX_KEY_CHARACTERS = 255;
  private static final int SHORT_DIGEST_BYTES = 6;

  public IntentId {
    Limits.text("key", key, MAX_KEY_CHARACTERS);
  }

  public static IntentId of(String tenant, String operation, String key) {
    return new IntentId(Scope.of(tenant, operation), key);
  }

  /** SHA-256 over the parts, each length-prefixed. */
  public byte[] digest() {
    MessageDigest digest = FingerprintHash.newSha256();
    part(digest, scope.tenant());
    part(digest, scope.operation());
    part(digest, scope.principal());
    part(digest, key);
    return digest.digest();
  }

  private static void part(MessageDigest digest, @Nullable String text) {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    digest.update(
        ByteBuffer.allocate(Integer.BYTES).putInt(text == null ? -1 : bytes.length).array());
    digest.update(bytes);
  }

  /** A few digits for logs: enough to find the intent, too few to give its key away. */
  public String shortDigest() {
    return HexFormat.of().formatHex(digest(), 0, SHORT_DIGEST_BYTES);
  }

  @Override
  public String toString() {
    return "%s/%s#%s".formatted(scope.tenant(), scope.operation(), shortDigest());
  }
}
