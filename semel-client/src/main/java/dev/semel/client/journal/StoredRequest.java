package dev.semel.client.journal;

import dev.semel.client.ClientIntent;
import java.net.URI;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the journal keeps of an intent: everything but secrets. */
final class StoredRequest {
  final Instant createdAt;
  final String key;
  final String method;
  final URI uri;
  final List<ClientIntent.Header> headers;
  final Set<String> withheldHeaders;
  final byte[] body;

  StoredRequest(
      Instant createdAt,
      String key,
      String method,
      URI uri,
      List<ClientIntent.Header> headers,
      Set<String> withheldHeaders,
      byte[] body) {
    this.createdAt = createdAt;
    this.key = key;
    this.method = method;
    this.uri = uri;
    this.headers = headers;
    this.withheldHeaders = withheldHeaders;
    this.body = body;
  }

  static StoredRequest of(ClientIntent intent, JournalSettings settings, Instant createdAt) {
    Set<String> withheld =
        intent.headers().stream()
            .map(header -> header.name().toLowerCase(Locale.ROOT))
            .filter(settings::isSecret)
            .collect(Collectors.toSet());
    withheld.addAll(intent.withheldHeaders());
    return new StoredRequest(
        createdAt,
        intent.key(),
        intent.method(),
        intent.uri(),
        intent.headers().stream().filter(header -> !settings.isSecret(header.name())).toList(),
        withheld,
        intent.bodyBytes(settings.maxBodyBytes()));
  }

  /** Whether it asks for the same, whenever it was written down. */
  boolean asksForTheSame(StoredRequest other) {
    return key.equals(other.key)
        && method.equals(other.method)
        && uri.equals(other.uri)
        && headers.equals(other.headers)
        && withheldHeaders.equals(other.withheldHeaders)
        && Arrays.equals(body, other.body);
  }

  /** The intent, to be sent again. What was not kept, the decorator has to supply. */
  ClientIntent intent(@Nullable Instant firstAttemptAt) {
    ClientIntent.Builder intent = ClientIntent.of(method, uri).key(key);
    headers.forEach(header -> intent.header(header.name(), header.value()));
    withheldHeaders.forEach(intent::withheldHeader);
    if (body.length > 0) {
      intent.body(body);
    }
    if (firstAttemptAt != null) {
      intent.attemptedBefore(firstAttemptAt);
    }
    return intent.build();
  }
}
