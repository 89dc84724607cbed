package dev.semel.demo.ledger;

/** The statements on the ledger. */
final class LedgerSql {
  /** {@code one_posting_per_source_operation} decides whether it is made. */
  static final String POST =
      """
      INSERT INTO casework.ledger_posting (tenant, case_id, source_operation, currency)
      VALUES (:tenant, :caseId, :sourceOperation, :currency)
      ON CONFLICT (tenant, source_operation) DO NOTHING
      RETURNING posting_id, case_id, source_operation, 0::bigint AS amount_cents, currency, posted_at
      """;

  static final String FIND =
      """
      SELECT p.posting_id, p.case_id, p.source_operation,
             (SELECT sum(e.debit_cents)::bigint FROM casework.ledger_entry e
              WHERE e.posting_id = p.posting_id) AS amount_cents,
             p.currency, p.posted_at
      FROM casework.ledger_posting p
      WHERE p.tenant = :tenant AND p.source_operation = :sourceOperation
      """;

  /** At commit {@code posting_balances} looks at both. */
  static final String ENTRIES =
      """
      INSERT INTO casework.ledger_entry (posting_id, account, debit_cents, credit_cents)
      VALUES (:postingId, 'receivable', :amountCents, 0),
             (:postingId, 'fee-income', 0, :amountCents)
      """;

  static final String ACCOUNTS =
      """
      SELECT e.account, p.currency, sum(e.debit_cents)::bigint AS debit_cents,
             sum(e.credit_cents)::bigint AS credit_cents,
             sum(e.debit_cents - e.credit_cents)::bigint AS balance_cents
      FROM casework.ledger_posting p
      JOIN casework.ledger_entry e USING (posting_id)
      WHERE p.tenant = :tenant
      GROUP BY e.account, p.currency
      ORDER BY e.account, p.currency
      """;

  static final String NEWEST =
      """
      SELECT p.posting_id, p.case_id, p.source_operation, sum(e.debit_cents)::bigint AS amount_cents,
             p.currency, p.posted_at
      FROM casework.ledger_posting p
      JOIN casework.ledger_entry e USING (posting_id)
      WHERE p.tenant = :tenant
      GROUP BY p.posting_id
      ORDER BY p.posted_at DESC, p.posting_id
      LIMIT :limit
      """;

  static final String UNBALANCED =
      """
      SELECT count(*) FROM (
        SELECT p.posting_id
        FROM casework.ledger_posting p
        LEFT JOIN casework.ledger_entry e USING (posting_id)
        WHERE p.tenant = :tenant
        GROUP BY p.posting_id
        HAVING sum(e.debit_cents) IS DISTINCT FROM sum(e.credit_cents)
      ) AS unbalanced
      """;

  static final String WITHOUT_EVENT =
      """
      SELECT count(*) FROM casework.ledger_posting p
      WHERE p.tenant = :tenant AND NOT EXISTS (
        SELECT FROM semel.outbox o
        WHERE o.tenant = p.tenant AND o.aggregatetype = 'case' AND o.aggregateid = p.case_id::text
          AND o.type = 'FeePosted' AND o.payload ->> 'postingId' = p.posting_id::text)
      """;

  private LedgerSql() {}
}
