package dev.semel.postgres.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.JdbcEffect;
import dev.semel.Operation;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What is explored: payments, each with a receipt that no other has. */
final class Payments {
  static final Operation<String, String> PAY =
      Operation.named("pay").taking(Fingerprinter.text()).answering(Codec.text());

  private Payments() {}

  /** Without a unique key: what is paid twice is there twice. */
  static void makeTable(PostgresDatabase database) {
    database.execute(
        """
        CREATE TABLE IF NOT EXISTS payment (
          id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          key     text NOT NULL,
          receipt uuid NOT NULL DEFAULT gen_random_uuid())
        """);
  }

  /** With an audit entry and an event. Returns the receipt. */
  static String pay(JdbcEffect effect) throws SQLException {
    String key = effect.intent().key();
    effect.audit("PAY", key, null);
    effect.publish(Event.of("payment", key, "Paid", "{}"));
    return insert(effect);
  }

  /** Returns the receipt. */
  static String insert(JdbcEffect effect) throws SQLException {
    try (PreparedStatement insert =
        effect
            .connection()
            .prepareStatement("INSERT INTO payment (key) VALUES (?) RETURNING receipt")) {
      insert.setString(1, effect.intent().key());
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }

  /** A message's intent has a key that ends with the message's. */
  static void isPaidOnce(PostgresDatabase database, String key) {
    assertThat(database.queryLong("SELECT count(*) FROM payment WHERE key LIKE ?", "%" + key))
        .isOne();
  }
}
