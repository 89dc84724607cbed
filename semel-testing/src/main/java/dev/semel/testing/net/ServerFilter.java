package dev.semel.testing.net;

import java.io.ByteArrayOutputStream;
import java.util.Optional;

/**
 * Counts the server's answers and holds back the reply that is to be lost, and what the client has
 * not asked for. Where the server asks the client for data, nothing is done yet, and never would be
 * if the client did not hear of it.
 */
final class ServerFilter implements Pump.Filter {

  private final Conversation conversation;
  private final Traffic traffic;
  private final ServerStream stream;

  ServerFilter(Conversation conversation, Traffic traffic) {
    this.conversation = conversation;
    this.traffic = traffic;
    this.stream = new ServerStream(conversation);
  }

  @Override
  public Optional<Fault> take(byte[] chunk, int length, ByteArrayOutputStream passed) {
    Optional<Fault> cut = Optional.empty();
    for (int position = 0; position < length && cut.isEmpty(); ) {
      int end = stream.advance(chunk, position, length);
      if (isForClient()) {
        passed.write(chunk, position, end - position);
      }
      if (stream.isAtReadyForQuery()) {
        traffic.countReadyForQuery();
        cut = conversation.answered();
      }
      position = end;
    }
    return cut;
  }

  private boolean isForClient() {
    if (conversation.isReplyLost()) {
      return stream.asksForData();
    }
    return !(stream.completes() && conversation.isCompletionHidden());
  }

  @Override
  public void end(ByteArrayOutputStream passed) {
    conversation.ended();
  }
}
