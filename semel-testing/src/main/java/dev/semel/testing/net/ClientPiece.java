package dev.semel.testing.net;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Some of the client's bytes: a PostgreSQL message, or a run of bytes that is none.
 *
 * @param type the message's type as in the protocol, or one of the made-up ones below
 * @param bytes all of it, header included
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record ClientPiece(byte type, byte[] bytes) {

  /** The login, which has no type in the protocol. */
  static final byte LOGIN = 0;

  /** A question whether the server encrypts, asked before the login. */
  static final byte ENCRYPTION_REQUEST = 1;

  /** Bytes that are not understood, or the rest of a message that is too large to hold. */
  static final byte NO_MESSAGE = 2;

  static final byte PARSE = 'P';
  static final byte BIND = 'B';
  static final byte CLOSE = 'C';
  static final byte QUERY = 'Q';
  private static final byte SYNC = 'S';
  private static final byte FUNCTION_CALL = 'F';
  private static final byte DESCRIBE = 'D';
  private static final byte EXECUTE = 'E';

  private static final int HEADER_BYTES = 5;

  boolean isMessage() {
    return type != NO_MESSAGE && type != ENCRYPTION_REQUEST;
  }

  /** Tells whether it belongs to a request that ends where the client waits for an answer. */
  boolean isPartOfRequest() {
    return switch (type) {
      case PARSE, BIND, CLOSE, DESCRIBE, EXECUTE, QUERY, SYNC -> true;
      default -> false;
    };
  }

  /** Tells whether the server will say "ready for query" when it is done with this. */
  boolean asksForAnswer() {
    return switch (type) {
      case LOGIN, QUERY, SYNC, FUNCTION_CALL -> true;
      default -> false;
    };
  }

  /** Returns the position behind the header, where the first field of a typed message begins. */
  int firstField() {
    return HEADER_BYTES;
  }

  /** Returns the text that begins at the position and ends with a zero byte, without that. */
  byte[] textAt(int position) {
    int end = position;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    return Arrays.copyOfRange(bytes, Math.min(position, end), end);
  }

  /** Returns the position behind the text that begins at the given one. */
  int behindTextAt(int position) {
    return position + textAt(position).length + 1;
  }

  /** Returns the text at the position as a name. */
  String nameAt(int position) {
    return new String(textAt(position), StandardCharsets.UTF_8);
  }
}
