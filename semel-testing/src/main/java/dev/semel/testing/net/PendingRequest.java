package dev.semel.testing.net;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;

/** The part of a client's request that has come so far. For one thread. */
final class PendingRequest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private StringJoiner sql = new StringJoiner("; ");

  void add(ClientPiece piece, PreparedStatements statements) {
    bytes.writeBytes(piece.bytes());
    byte[] text =
        piece.type() == ClientPiece.QUERY
            ? piece.textAt(piece.firstField())
            : statements.sqlRunBy(piece);
    if (text.length > 0) {
      sql.add(new String(text, StandardCharsets.UTF_8));
    }
  }

  /** The statements it runs, separated by semicolons. */
  String sql() {
    return sql.toString();
  }

  /** Hands out all of it, and begins anew. */
  byte[] take() {
    byte[] all = bytes.toByteArray();
    bytes.reset();
    sql = new StringJoiner("; ");
    return all;
  }
}
