package dev.semel.bench.work;

import dev.semel.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Idempotency as it is often written: a row for the key first, its answer by an update later. */
final class NaiveKeys {
  private static final String CLAIM =
      """
      INSERT INTO naive.idempotency (
        tenant, operation, key, fingerprint, status, claimed_at, expires_at)
      VALUES (?, ?, ?, ?, 'RUNNING', now(), now() + interval '1 day')
      """;
  private static final String COMPLETE =
      """
      UPDATE naive.idempotency
      SET status = 'EXECUTED', content_type = ?, content = ?, settled_at = now()
      WHERE tenant = ? AND operation = ? AND key = ?
      """;

  private NaiveKeys() {}

  static void claim(Connection connection, String operation, String key, Fingerprint fingerprint)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(CLAIM)) {
      insert.setString(1, Samples.TENANT);
      insert.setString(2, operation);
      insert.setString(3, key);
      insert.setBytes(4, fingerprint.digest());
      insert.executeUpdate();
    }
  }

  static void complete(Connection connection, String operation, String key) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(COMPLETE)) {
      update.setString(1, "text/plain");
      update.setBytes(2, Samples.RESULT.getBytes(StandardCharsets.UTF_8));
      update.setString(3, Samples.TENANT);
      update.setString(4, operation);
      update.setString(5, key);
      update.executeUpdate();
    }
  }
}
