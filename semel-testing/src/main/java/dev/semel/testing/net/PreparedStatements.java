package dev.semel.testing.net;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The SQL of the statements that a client has prepared. Drivers send a statement's text once and
 * then run it by name, COMMIT included, so the text alone would be seen only the first time.
 */
final class PreparedStatements {

  private static final int MAX_STATEMENTS = 1_000;
  private static final int MAX_SQL_BYTES = 16 * 1024;
  private static final byte[] NOTHING = {};
  private static final byte STATEMENT = 'S';

  private final Map<String, byte[]> sqlByName = new LinkedHashMap<>();

  /** Learns from a message that prepares or closes a statement. */
  void follow(ClientPiece message) {
    int position = message.firstField();
    if (message.type() == ClientPiece.PARSE) {
      remember(message.nameAt(position), message.textAt(message.behindTextAt(position)));
    } else if (message.type() == ClientPiece.CLOSE && message.bytes()[position] == STATEMENT) {
      sqlByName.remove(message.nameAt(position + 1));
    }
  }

  /** Returns the SQL, or the beginning of it, that a message runs by name. */
  byte[] sqlRunBy(ClientPiece message) {
    if (message.type() != ClientPiece.BIND) {
      return NOTHING;
    }
    // The name of the portal comes before that of the statement.
    int position = message.behindTextAt(message.firstField());
    return sqlByName.getOrDefault(message.nameAt(position), NOTHING);
  }

  private void remember(String name, byte[] sql) {
    sqlByName.remove(name);
    if (sqlByName.size() == MAX_STATEMENTS) {
      sqlByName.remove(sqlByName.keySet().iterator().next());
    }
    sqlByName.put(name, Arrays.copyOf(sql, Math.min(sql.length, MAX_SQL_BYTES)));
  }
}
