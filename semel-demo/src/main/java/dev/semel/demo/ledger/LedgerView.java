package dev.semel.demo.ledger;

import java.util.List;

/** A tenant's books: sums by account, the newest postings, and whether all of it fits. */
public record LedgerView(
    List<Account> accounts, List<Posting> postings, Reconciliation reconciliation) {}
