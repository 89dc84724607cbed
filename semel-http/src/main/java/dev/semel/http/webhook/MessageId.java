package dev.semel.http.webhook;

import org.jspecify.annotations.Nullable;

/**
 * Where a sender puts the id of a message. Take it from what is signed: an id in a header that is
 * not can be changed by whoever recorded a delivery, and the message would be applied again.
 *
 * <p>Safe for use by several threads.
 */
@FunctionalInterface
public interface MessageId {
  /** The id of a message, or null if it has none. Must not throw. */
  @Nullable String of(WebhookRequest request);

  /** A member of the body, which is a JSON object; text or a whole number. */
  static MessageId inBody(String member) {
    return request -> JsonMember.textOrInteger(request.body(), member);
  }

  /** A header. Few schemes sign one: read what is said above. */
  static MessageId inHeader(String name) {
    return request -> request.header(name);
  }
}
