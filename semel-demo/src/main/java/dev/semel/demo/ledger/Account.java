package dev.semel.demo.ledger;

/**
 * The sum of an account's entries.
 *
 * @param balanceCents debit less credit
 */
public record Account(
    String account, String currency, long debitCents, long creditCents, long balanceCents) {}
