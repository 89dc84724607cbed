package dev.semel.testing.net;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Puts the client's bytes together to PostgreSQL messages.
 *
 * <p>A message is handed out when it is complete, or when so much of it is there that holding more
 * would cost too much memory; the rest of it then follows as bytes that are no message. Where
 * messages are wanted whole, they are held up to a larger limit, and refused beyond it. A stream
 * that is not PostgreSQL's is handed out as it comes.
 */
final class ClientStream {

  private static final int MAX_HELD_BYTES = 1024 * 1024;
  private static final int MAX_WHOLE_BYTES = 64 * 1024 * 1024;
  private static final int MIN_LOGIN_BYTES = 8;
  private static final int MAX_LOGIN_BYTES = 10_000;
  private static final int MIN_LENGTH_FIELD = 4;
  private static final int HEADER_BYTES = 5;

  private static final int SSL_REQUEST = 80_877_103;
  private static final int GSS_REQUEST = 80_877_104;
  private static final int PROTOCOL_MAJOR_VERSION = 3;

  private final Conversation conversation;
  private byte[] held = new byte[0];
  private int position;
  private int end;
  private boolean loggedIn;
  private long restOfLargeMessage;

  ClientStream(Conversation conversation) {
    this.conversation = conversation;
  }

  /** Adds bytes behind those that are held. */
  void add(byte[] chunk, int length) {
    int all = available() + length;
    byte[] room = all <= held.length ? held : new byte[Math.max(all, 2 * available())];
    System.arraycopy(held, position, room, 0, available());
    System.arraycopy(chunk, 0, room, available(), length);
    held = room;
    position = 0;
    end = all;
  }

  /**
   * Returns the next piece, or null if more bytes are needed to tell.
   *
   * @param whole whether a large message is wanted in one piece
   * @throws IllegalStateException if it is too large for that
   */
  @Nullable ClientPiece next(boolean whole) {
    if (available() == 0) {
      return null;
    }
    if (conversation.isOpaque()) {
      return take(ClientPiece.NO_MESSAGE, available());
    }
    if (restOfLargeMessage > 0) {
      return nextOfLargeMessage();
    }
    return loggedIn ? nextTyped(whole) : nextUntyped();
  }

  /** Returns all that is held, complete or not. */
  byte[] rest() {
    return take(ClientPiece.NO_MESSAGE, available()).bytes();
  }

  private ClientPiece nextOfLargeMessage() {
    int size = (int) Math.min(restOfLargeMessage, available());
    restOfLargeMessage -= size;
    return take(ClientPiece.NO_MESSAGE, size);
  }

  private @Nullable ClientPiece nextTyped(boolean whole) {
    if (available() < HEADER_BYTES) {
      return null;
    }
    int lengthField = intAt(position + 1);
    if (lengthField < MIN_LENGTH_FIELD) {
      return notUnderstood();
    }
    long size = 1L + lengthField;
    if (whole && size > MAX_WHOLE_BYTES) {
      throw new IllegalStateException(
          "a message of %d bytes is too large to be watched; the limit is %d"
              .formatted(size, MAX_WHOLE_BYTES));
    }
    int wanted = (int) Math.min(size, whole ? MAX_WHOLE_BYTES : MAX_HELD_BYTES);
    if (available() < wanted) {
      return null;
    }
    restOfLargeMessage = size - wanted;
    return take(held[position], wanted);
  }

  private @Nullable ClientPiece nextUntyped() {
    if (!couldBeLogin()) {
      return notUnderstood();
    }
    if (available() < MIN_LOGIN_BYTES) {
      return null;
    }
    int size = intAt(position);
    if (size < MIN_LOGIN_BYTES || size > MAX_LOGIN_BYTES) {
      return notUnderstood();
    }
    return available() < size ? null : untyped(intAt(position + Integer.BYTES), size);
  }

  // The length comes first, and is small: bytes of another protocol are not held back for long.
  private boolean couldBeLogin() {
    return held[position] == 0 && (available() == 1 || held[position + 1] == 0);
  }

  private ClientPiece untyped(int code, int size) {
    if (code == SSL_REQUEST || code == GSS_REQUEST) {
      return take(ClientPiece.ENCRYPTION_REQUEST, size);
    }
    if (code >>> Short.SIZE != PROTOCOL_MAJOR_VERSION) {
      return notUnderstood();
    }
    loggedIn = true;
    return take(ClientPiece.LOGIN, size);
  }

  private ClientPiece notUnderstood() {
    conversation.becomeOpaque();
    return take(ClientPiece.NO_MESSAGE, available());
  }

  private ClientPiece take(byte type, int size) {
    byte[] bytes = Arrays.copyOfRange(held, position, position + size);
    position += size;
    return new ClientPiece(type, bytes);
  }

  private int available() {
    return end - position;
  }

  private int intAt(int index) {
    return ByteBuffer.wrap(held).getInt(index);
  }
}
