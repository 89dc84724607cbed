package dev.semel.http.webhook.guide;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

// snippet: webhook-signed-post
/** Sends what a sender of Standard Webhooks would send. */
record SignedPost(URI uri, String secret) {
  HttpRequest of(String id, Instant at, String body) throws GeneralSecurityException {
    String signed = id + "." + at.getEpochSecond() + "." + body;
    byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    byte[] signature = mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
    return HttpRequest.newBuilder(uri)
        .header("webhook-id", id)
        .header("webhook-timestamp", Long.toString(at.getEpochSecond()))
        .header("webhook-signature", "v1," + Base64.getEncoder().encodeToString(signature))
        .POST(BodyPublishers.ofString(body))
        .build();
  }
}
// end snippet
