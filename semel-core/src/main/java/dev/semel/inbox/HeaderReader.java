package dev.semel.inbox;

import org.jspecify.annotations.Nullable;

/**
 * Reads messages whose sender puts the id into a header: webhooks, and brokers with an id of their
 * own. Whether the delivery is genuine has to be checked before, or anybody could use up ids.
 */
public final class HeaderReader implements MessageReader {
  private final String source;
  private final String idHeader;
  private final @Nullable String typeHeader;

  private HeaderReader(String source, String idHeader, @Nullable String typeHeader) {
    this.source = source;
    this.idHeader = idHeader;
    this.typeHeader = typeHeader;
  }

  /**
   * Takes the id from a header, such as {@code Nats-Msg-Id} or {@code X-GitHub-Delivery}.
   *
   * @param source whose ids they are; one per endpoint, because ids of two senders may be equal
   */
  public static HeaderReader id(String source, String idHeader) {
    return new HeaderReader(source, idHeader, null);
  }

  /** Standard Webhooks: {@code webhook-id}, which stays the same over retries. */
  public static HeaderReader standardWebhooks(String source) {
    return id(source, "webhook-id");
  }

  /** Takes the type from a header. */
  public HeaderReader type(String header) {
    return new HeaderReader(source, idHeader, header);
  }

  @Override
  public Message read(Delivery delivery) {
    String id = ReaderParts.required("header " + idHeader, delivery.header(idHeader));
    return ReaderParts.made(
        () ->
            Message.of(source, id, delivery.body())
                .type(typeHeader == null ? null : delivery.header(typeHeader))
                .key(delivery.key())
                .headers(delivery.texts()));
  }
}
