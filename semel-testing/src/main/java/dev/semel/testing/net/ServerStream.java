package dev.semel.testing.net;

import java.nio.ByteBuffer;

/**
 * Finds where the server's PostgreSQL messages end. It holds nothing back: only the header of a
 * message that is cut in two by the network is remembered.
 */
final class ServerStream {

  private static final byte READY_FOR_QUERY = 'Z';
  private static final byte COPY_IN_RESPONSE = 'G';
  private static final byte COPY_BOTH_RESPONSE = 'W';
  private static final byte COMMAND_COMPLETE = 'C';
  private static final byte NO_ENCRYPTION = 'N';
  private static final int HEADER_BYTES = 5;

  private final Conversation conversation;
  private final byte[] header = new byte[HEADER_BYTES];
  private int headerBytes;
  private boolean asksForData;
  private boolean completes;
  private int bodyBytesLeft;
  private boolean atReadyForQuery;

  ServerStream(Conversation conversation) {
    this.conversation = conversation;
  }

  /**
   * Moves through the chunk to the end of the message it is in, or to the end of the chunk.
   *
   * @return the position reached, which is behind the given one
   */
  int advance(byte[] chunk, int position, int length) {
    atReadyForQuery = false;
    asksForData = false;
    completes = false;
    if (conversation.isOpaque()) {
      return length;
    }
    if (headerBytes == 0 && conversation.takeNegotiation()) {
      return negotiate(chunk, position);
    }
    if (!conversation.hasLogin()) {
      return notUnderstood(length);
    }
    int behindHeader = readHeader(chunk, position, length);
    asksForData = header[0] == COPY_IN_RESPONSE || header[0] == COPY_BOTH_RESPONSE;
    completes = header[0] == COMMAND_COMPLETE;
    if (headerBytes < HEADER_BYTES) {
      return behindHeader;
    }
    if (bodyBytesLeft < 0) {
      return notUnderstood(length);
    }
    int body = Math.min(bodyBytesLeft, length - behindHeader);
    bodyBytesLeft -= body;
    if (bodyBytesLeft == 0) {
      atReadyForQuery = header[0] == READY_FOR_QUERY;
      headerBytes = 0;
    }
    return behindHeader + body;
  }

  /** Tells whether the last step ended a message that says "ready for query". */
  boolean isAtReadyForQuery() {
    return atReadyForQuery;
  }

  /** Tells whether the last step went through a message that asks the client for rows to copy. */
  boolean asksForData() {
    return asksForData;
  }

  /** Tells whether the last step went through a message that says that a statement is complete. */
  boolean completes() {
    return completes;
  }

  private int negotiate(byte[] chunk, int position) {
    if (chunk[position] != NO_ENCRYPTION) {
      conversation.becomeOpaque();
    }
    return position + 1;
  }

  private int notUnderstood(int length) {
    conversation.becomeOpaque();
    return length;
  }

  private int readHeader(byte[] chunk, int position, int length) {
    int end = position;
    while (headerBytes < HEADER_BYTES && end < length) {
      header[headerBytes++] = chunk[end++];
      if (headerBytes == HEADER_BYTES) {
        bodyBytesLeft = ByteBuffer.wrap(header).getInt(1) - Integer.BYTES;
      }
    }
    return end;
  }
}
