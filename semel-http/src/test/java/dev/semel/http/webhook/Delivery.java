package dev.semel.http.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * One delivery as a sender of Standard Webhooks makes it, signed by code that shares nothing with
 * the code under test. Immutable.
 */
record Delivery(String path, Map<String, String> headers, String body) {
  static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  static final String OTHER_SECRET = "whsec_bmV3LXNlY3JldC1uZXctc2VjcmV0LW5ldy0x";

  /** A delivery that nobody has signed yet, without headers. */
  static Delivery of(String body) {
    return new Delivery("/hooks", Map.of(), body);
  }

  Delivery to(String newPath) {
    return new Delivery(newPath, headers, body);
  }

  Delivery with(String header, String value) {
    Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    more.putAll(headers);
    more.put(header, value);
    return new Delivery(path, more, body);
  }

  Delivery without(String header) {
    Map<String, String> fewer = new HashMap<>(headers);
    fewer.remove(header);
    return new Delivery(path, fewer, body);
  }

  /** The same headers with another body: what somebody on the way could send. */
  Delivery withBody(String newBody) {
    return new Delivery(path, headers, newBody);
  }

  Delivery signed(String id, Instant at) {
    return signed(id, at, SECRET);
  }

  Delivery signed(String id, Instant at, String secret) {
    return signed(id, Long.toString(at.getEpochSecond()), secret);
  }

  Delivery signed(String id, String timestamp, String secret) {
    return with("webhook-id", id)
        .with("webhook-timestamp", timestamp)
        .with("webhook-signature", "v1," + v1(secret, id + "." + timestamp + "." + body));
  }

  static String v1(String secret, String signedText) {
    byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    return Base64.getEncoder().encodeToString(hmac(key, bytes(signedText)));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] hmac(byte[] key, byte[] signed) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(signed);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** As a framework would pass it on. */
  WebhookRequest asRequest() {
    return WebhookRequest.of(path, headerLists(), bytes(body));
  }

  Map<String, List<String>> headerLists() {
    return headers.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, header -> List.of(header.getValue())));
  }
}
