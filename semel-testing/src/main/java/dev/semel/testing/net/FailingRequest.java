package dev.semel.testing.net;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the server gets instead of a request, so that it fails and its transaction is left as the
 * request's own failure would leave it.
 *
 * @param request the statements that it gets not, separated by semicolons
 * @param sqlState of the error
 */
record FailingRequest(String request, String sqlState) {
  private static final byte QUERY = 'Q';

  /** Sent together with the first statement of the transaction, which is what fails. */
  private static final Pattern BEGIN_AND_MORE =
      Pattern.compile(
          "\\s*+((?:BEGIN|START\\s+TRANSACTION)\\b[^;]*+);\\s*+\\S.*+",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern END =
      Pattern.compile(
          "\\s*+(?:(?:COMMIT|END)\\b(?!\\s+PREPARED\\b)|PREPARE\\s+TRANSACTION\\b)",
          Pattern.CASE_INSENSITIVE);

  /**
   * Whether the transaction is over when it has failed, as after a commit that the server refuses.
   */
  boolean endsTransaction() {
    return END.matcher(request).lookingAt();
  }

  String sql() {
    String failure =
        "DO $$ BEGIN RAISE EXCEPTION 'made to fail' USING ERRCODE = '%s'; END $$"
            .formatted(sqlState);
    Matcher begin = BEGIN_AND_MORE.matcher(request);
    if (begin.matches()) {
      return begin.group(1) + "; " + failure;
    }
    return endsTransaction() ? "ROLLBACK; " + failure : failure;
  }

  /** As a message of the protocol. */
  byte[] bytes() {
    byte[] text = sql().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(1 + Integer.BYTES + text.length + 1)
        .put(QUERY)
        .putInt(Integer.BYTES + text.length + 1)
        .put(text)
        .put((byte) 0)
        .array();
  }
}
