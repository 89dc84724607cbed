package dev.semel.client;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes the request of an attempt: the intent, its key, and what the decorator supplies. */
final class RequestMaker {
  private final KeyHeader keyHeader;
  private final RequestDecorator decorator;

  RequestMaker(ClientParts parts) {
    this.keyHeader = parts.keyHeader();
    this.decorator = parts.decorator();
  }

  HttpRequest make(ClientIntent intent, int attempt, BodyPublisher body, Duration timeout) {
    Map<String, String> supplied = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    supplied.putAll(decorator.headers(intent, attempt));
    refuseMissing(intent, supplied.keySet());
    HttpRequest.Builder request = HttpRequest.newBuilder(intent.uri()).timeout(timeout);
    request.method(intent.method(), intent.hasBody() ? body : BodyPublishers.noBody());
    intent.headers().stream()
        .filter(header -> !supplied.containsKey(header.name()))
        .forEach(header -> header(request, header.name(), header.value()));
    supplied.forEach((name, value) -> header(request, name, value));
    if (keyHeader.isSentWith(intent)) {
      request.header(keyHeader.name(), Keys.headerValue(intent.key(), keyHeader.form()));
    }
    return request.build();
  }

  private void header(HttpRequest.Builder request, String name, String value) {
    if (name.equalsIgnoreCase(keyHeader.name())) {
      throw new IllegalArgumentException(
          "the header %s carries the key; give it by ClientIntent.Builder.key".formatted(name));
    }
    request.header(name, value);
  }

  private static void refuseMissing(ClientIntent intent, Set<String> supplied) {
    Set<String> missing = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    missing.addAll(intent.withheldHeaders());
    missing.removeIf(supplied::contains);
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "%s was made with headers that are not kept: %s; supply them by a RequestDecorator"
              .formatted(intent, missing));
    }
  }
}
