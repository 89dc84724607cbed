package dev.semel.inbox;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message as it came, whatever brought it. Immutable; equal when id and payload hash are.
 *
 * @param id who sent it and the sender's id for it
 * @param payload its bytes, neither copied nor changed; null for a tombstone
 * @param hash tells a redelivery from another message under the same id
 * @param type what happened, or null
 * @param tenant whose it is, or null for the consumer's own, which handlers find here
 * @param aggregateType what kind of thing it is about, or null
 * @param key which thing it is about: order is kept within it. Null where there is no order
 * @param version the version that thing has by this message, or null
 * @param headers passed on as they are
 */
@SuppressWarnings("ArrayRecordComponent") // equality is by id and hash, below
public record Message(
    MessageId id,
    byte @Nullable [] payload,
    PayloadHash hash,
    @Nullable String type,
    @Nullable String tenant,
    @Nullable String aggregateType,
    @Nullable String key,
    @Nullable Long version,
    Map<String, String> headers) {
  public static final int MAX_NAME_CHARACTERS = 255;
  public static final int MAX_TENANT_CHARACTERS = 200;
  public static final int MAX_HEADERS = 100;

  public Message {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(hash, "hash");
    optional("message type", type, MAX_NAME_CHARACTERS);
    optional("message tenant", tenant, MAX_TENANT_CHARACTERS);
    optional("aggregate type", aggregateType, MAX_NAME_CHARACTERS);
    optional("message key", key, MAX_NAME_CHARACTERS);
    if (version != null) {
      Checks.between("aggregate version", version, 0, Long.MAX_VALUE - 1);
    }
    headers = Map.copyOf(headers);
    Checks.between("number of message headers", headers.size(), 0, MAX_HEADERS);
    if (headers.entrySet().stream().anyMatch(Message::hasNul)) {
      throw new IllegalArgumentException("a message header has the character U+0000; remove it");
    }
  }

  private static void optional(String field, @Nullable String value, int maxCharacters) {
    if (value != null) {
      Checks.text(field, value, maxCharacters);
    }
  }

  private static boolean hasNul(Map.Entry<String, String> header) {
    return header.getKey().indexOf('\0') >= 0 || header.getValue().indexOf('\0') >= 0;
  }

  /** A message of which no more is known yet; its hash is over the payload. */
  public static Message of(String source, String id, byte @Nullable [] payload) {
    PayloadHash hash = PayloadHash.of(payload);
    return new Message(
        new MessageId(source, id), payload, hash, null, null, null, null, null, Map.of());
  }

  /** Equal messages may differ in their bytes: a digest over what counts. */
  public Message hash(PayloadHash newHash) {
    return new Message(id, payload, newHash, type, tenant, aggregateType, key, version, headers);
  }

  public Message type(@Nullable String newType) {
    return new Message(id, payload, hash, newType, tenant, aggregateType, key, version, headers);
  }

  public Message tenant(@Nullable String newTenant) {
    return new Message(id, payload, hash, type, newTenant, aggregateType, key, version, headers);
  }

  /** Order is kept among messages of one key. */
  public Message key(@Nullable String newKey) {
    return new Message(id, payload, hash, type, tenant, aggregateType, newKey, version, headers);
  }

  /** About a version of an aggregate, whose id is the key. */
  public Message about(@Nullable String newType, @Nullable String newKey, @Nullable Long version) {
    return new Message(id, payload, hash, type, tenant, newType, newKey, version, headers);
  }

  public Message headers(Map<String, String> newHeaders) {
    return new Message(id, payload, hash, type, tenant, aggregateType, key, version, newHeaders);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Message that && id.equals(that.id) && hash.equals(that.hash);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, hash);
  }

  /** Names the message, never its payload. */
  @Override
  public String toString() {
    return "Message[%s, %s]".formatted(id, type);
  }
}
