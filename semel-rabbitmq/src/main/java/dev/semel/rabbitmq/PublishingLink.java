package dev.semel.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.semel.relay.Delivery;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One connection with one channel in confirm mode. It ends with its connection or its channel, and
 * is not mended: the sink makes the next one. Sending is for one thread.
 */
final class PublishingLink {
  /** Confirmations that never came; beyond it something is wrong with the channel. */
  static final int MAX_UNCONFIRMED = 20_000;

  private final Connection connection;
  private final Channel channel;
  private final Unconfirmed unconfirmed = new Unconfirmed();
  private final Set<String> knownExchanges = new HashSet<>();
  private volatile @Nullable String blocked;

  private PublishingLink(Connection connection, Channel channel) {
    this.connection = connection;
    this.channel = channel;
  }

  static PublishingLink open(Connections connections) throws IOException, TimeoutException {
    Connection connection = connections.open();
    try {
      PublishingLink link = new PublishingLink(connection, connection.createChannel());
      link.listen();
      link.channel.confirmSelect();
      return link;
    } catch (IOException | RuntimeException e) {
      Connections.close(connection);
      throw e;
    }
  }

  private void listen() {
    connection.addBlockedListener(this::block, () -> blocked = null);
    channel.addReturnListener(unconfirmed::returned);
    channel.addConfirmListener(unconfirmed::confirmed, unconfirmed::refused);
    channel.addShutdownListener(unconfirmed::ended);
  }

  private void block(String reason) {
    String text = "the broker takes nothing now: " + reason;
    blocked = text;
    unconfirmed.blocked(text);
  }

  boolean isOpen() {
    return channel.isOpen() && unconfirmed.size() < MAX_UNCONFIRMED;
  }

  /** Why the broker takes nothing now, or null. */
  @Nullable String blocked() {
    return blocked;
  }

  /**
   * Whether there is such an exchange. Publishing to one that is missing would end the channel, for
   * everybody else's events too.
   *
   * @throws IOException if the connection is lost
   */
  boolean hasExchange(String name) throws IOException {
    if (name.isEmpty() || knownExchanges.contains(name)) {
      return true;
    }
    Channel probe = connection.createChannel();
    if (probe == null) {
      throw new IOException("the connection has no channel left");
    }
    try {
      probe.exchangeDeclarePassive(name);
      probe.abort();
    } catch (IOException e) {
      if (e.getCause() instanceof ShutdownSignalException end && !end.isHardError()) {
        return false;
      }
      throw e;
    }
    knownExchanges.add(name);
    return true;
  }

  /**
   * Sends, and settles the delivery when the answer comes.
   *
   * @throws IOException if the connection is lost
   * @throws RuntimeException if the client refuses the message, or the connection was lost
   */
  void send(Delivery delivery, RabbitRoute route, AMQP.BasicProperties properties, byte[] body)
      throws IOException {
    unconfirmed.add(channel.getNextPublishSeqNo(), delivery, route, body.length);
    boolean mandatory = true;
    channel.basicPublish(route.exchange(), route.routingKey(), mandatory, properties, body);
  }

  void close() {
    Connections.close(connection);
  }
}
