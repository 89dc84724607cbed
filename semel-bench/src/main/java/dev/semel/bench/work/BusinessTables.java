package dev.semel.bench.work;

import dev.semel.postgres.PostgresSchema;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.Locale;

/**
 * The tables that commands write to. Audit and outbox of the variants without Semel are copies of
 * Semel's own, columns, constraints and indexes included, and each variant has its own, so that
 * none pays for the rows of another.
 */
public final class BusinessTables {
  /** So many that commands seldom meet on a row. */
  static final int ACCOUNTS = 100_000;

  private BusinessTables() {}

  /** Makes all tables anew, and Semel's beside them. */
  public static void create(PostgresDatabase database) {
    database.execute("DROP SCHEMA IF EXISTS semel, bench, hand, naive CASCADE");
    PostgresSchema.named(database.dataSource(), PostgresSchema.DEFAULT_NAME).migrate();
    database.execute(
        """
        CREATE SCHEMA bench;
        CREATE TABLE bench.payment (
          id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          account_id   bigint NOT NULL,
          amount_cents bigint NOT NULL,
          note         text   NOT NULL,
          paid_at      timestamptz NOT NULL DEFAULT now());
        CREATE TABLE bench.account (
          id            bigint PRIMARY KEY,
          balance_cents bigint NOT NULL,
          version       bigint NOT NULL,
          owner         text   NOT NULL) WITH (fillfactor = 80);

        CREATE SCHEMA hand;
        CREATE TABLE hand.audit (LIKE semel.audit INCLUDING ALL);
        CREATE TABLE hand.outbox (LIKE semel.outbox INCLUDING ALL);

        CREATE SCHEMA naive;
        CREATE TABLE naive.audit (LIKE semel.audit INCLUDING ALL);
        CREATE TABLE naive.outbox (LIKE semel.outbox INCLUDING ALL);
        CREATE TABLE naive.idempotency (
          tenant       text COLLATE "C" NOT NULL,
          operation    text COLLATE "C" NOT NULL,
          key          text COLLATE "C" NOT NULL,
          fingerprint  bytea NOT NULL,
          status       text  NOT NULL,
          content_type text,
          content      bytea,
          claimed_at   timestamptz NOT NULL,
          settled_at   timestamptz,
          expires_at   timestamptz NOT NULL,
          PRIMARY KEY (tenant, operation, key)) WITH (fillfactor = 90);
        CREATE INDEX idempotency_expires ON naive.idempotency (expires_at);
        """);
    database.execute(
        String.format(
            Locale.ROOT,
            """
        INSERT INTO bench.account (id, balance_cents, version, owner)
        SELECT n, 1000000, 1, 'owner ' || n FROM generate_series(1, %d) AS n
        """,
            ACCOUNTS));
    database.execute("ANALYZE bench.account");
  }
}
