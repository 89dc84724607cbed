package dev.semel.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.RetryPolicy;
import dev.semel.testing.postgres.PostgresDatabase;
import java.time.Duration;
import java.util.UUID;

/** A till in the database of a test: payments, each with the key it was made with. */
final class Till {
  static final Operation<String, String> PAY =
      Operation.named("pay")
          .taking(Fingerprinter.text())
          .answering(Codec.text())
          .retrying(
              new RetryPolicy(
                  1_000, Duration.ofMinutes(2), Duration.ofNanos(1_000), Duration.ofMillis(20)))
          .alreadyExists("one_receipt", "RECEIPT_EXISTS");

  private final PostgresDatabase database;

  Till(PostgresDatabase database) {
    this.database = database;
    database.execute(
        """
        CREATE SEQUENCE IF NOT EXISTS payment_id_seq INCREMENT BY 50;
        CREATE TABLE IF NOT EXISTS payment (
          id         bigint DEFAULT nextval('payment_id_seq') PRIMARY KEY,
          intent_key text NOT NULL,
          receipt    text CONSTRAINT one_receipt UNIQUE)
        """);
  }

  static String newKey() {
    return "key-" + UUID.randomUUID();
  }

  static Intent<String> pay(String key) {
    return PAY.intent("acme", key, "42.00 EUR");
  }

  long payments(String key) {
    return database.queryLong("SELECT count(*) FROM payment WHERE intent_key = ?", key);
  }

  long records(String key) {
    return database.queryLong("SELECT count(*) FROM semel.intent WHERE key = ?", key);
  }

  void assertPaidOnce(String key) {
    assertThat(payments(key)).as("payments").isEqualTo(1);
    assertThat(records(key)).as("records").isEqualTo(1);
  }

  void assertNothingStored(String key) {
    assertThat(payments(key)).as("payments").isZero();
    assertThat(records(key)).as("records").isZero();
  }
}
