package dev.semel.inbox;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Names what has no name, so that it can be kept for an operator. */
final class Unreadable {
  private static final String SOURCE = "semel:unreadable";

  private Unreadable() {}

  /** A message whose id is a digest over the delivery: the same when it is delivered again. */
  static Message asMessage(Delivery delivery) {
    MessageDigest digest = sha256();
    add(digest, delivery.destination().getBytes(StandardCharsets.UTF_8));
    for (Map.Entry<String, byte[]> header : new TreeMap<>(delivery.headers()).entrySet()) {
      add(digest, header.getKey().getBytes(StandardCharsets.UTF_8));
      add(digest, header.getValue());
    }
    byte[] body = delivery.body();
    add(digest, body == null ? new byte[0] : body);
    return Message.of(SOURCE, HexFormat.of().formatHex(digest.digest()), body);
  }

  private static void add(MessageDigest digest, byte[] part) {
    digest.update((part.length + ":").getBytes(StandardCharsets.US_ASCII));
    digest.update(part);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
