package dev.semel.demo.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Outcome;
import dev.semel.demo.Casework;
import dev.semel.demo.CaseworkExtension;
import dev.semel.demo.Race;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CaseworkExtension.class)
class LedgerIT {
  private static final PostFee FEE = new PostFee(12_50L, "EUR", "inspection-7");
  private static final UUID POSTING_ID = UUID.randomUUID();

  @Test
  void aFeeIsPostedOnBothSidesOnceWhateverTheKeys(Casework casework) {
    UUID caseId = casework.openCase();

    List<FeePosted> answers = Race.of(20, number -> post(casework, caseId, FEE).orElseThrow());

    assertThat(answers).filteredOn(FeePosted::created).hasSize(1);
    assertThat(answers).extracting(FeePosted::postingId).containsOnly(answers.get(0).postingId());
    LedgerView books = casework.bean(Ledger.class).view(casework.user());
    assertThat(books.accounts())
        .containsExactly(
            new Account("fee-income", "EUR", 0, 1250, -1250),
            new Account("receivable", "EUR", 1250, 0, 1250));
    assertThat(books.postings()).singleElement().extracting(Posting::amountCents).isEqualTo(1250L);
    assertThat(books.reconciliation().isBalanced()).isTrue();
  }

  @Test
  void aSourceOperationIsNotPostedWithOtherFigures(Casework casework) {
    UUID caseId = casework.openCase();
    post(casework, caseId, FEE);

    PostFee more = new PostFee(13_00L, "EUR", FEE.sourceOperation());

    assertThat(post(casework, caseId, more))
        .isInstanceOfSatisfying(
            Outcome.Rejected.class,
            no -> assertThat(no.rejection().code()).isEqualTo("SOURCE_OPERATION_USED"));
    assertThat(casework.count("casework.ledger_posting")).isEqualTo(1);
  }

  @Test
  void aPostingWithoutEntriesCannotBeCommitted(Casework casework) {
    assertRefused(casework, posting(casework), "does not balance");
  }

  @Test
  void aPostingWithOneSideCannotBeCommitted(Casework casework) {
    assertRefused(casework, posting(casework) + entry("receivable", 100, 0), "does not balance");
  }

  @Test
  void aPostingWhoseSidesDifferCannotBeCommitted(Casework casework) {
    String unequal = entry("receivable", 100, 0) + entry("fee-income", 0, 99);

    assertRefused(casework, posting(casework) + unequal, "does not balance");
  }

  @Test
  void whatWasPostedIsNeitherChangedNorDeleted(Casework casework) {
    post(casework, casework.openCase(), FEE);
    String tenant = casework.user().tenant();
    String ofTenant =
        " WHERE posting_id IN (SELECT posting_id FROM casework.ledger_posting WHERE tenant = '%s')"
            .formatted(tenant);

    assertRefused(
        casework,
        "UPDATE casework.ledger_entry SET debit_cents = debit_cents + 1" + ofTenant,
        "neither changed nor deleted");
    assertRefused(
        casework, "DELETE FROM casework.ledger_entry" + ofTenant, "neither changed nor deleted");
  }

  @Test
  void aPostingThatNoEventTellsOfIsReported(Casework casework) {
    post(casework, casework.openCase(), FEE);
    casework
        .database()
        .execute(
            "DELETE FROM semel.outbox WHERE type = 'FeePosted' AND tenant = '%s'"
                .formatted(casework.user().tenant()));

    LedgerView books = casework.bean(Ledger.class).view(casework.user());

    assertThat(books.reconciliation()).isEqualTo(new Reconciliation(0, 1));
    assertThat(books.reconciliation().isBalanced()).isFalse();
  }

  private static void assertRefused(Casework casework, String sql, String message) {
    assertThatThrownBy(() -> casework.database().execute(sql))
        .rootCause()
        .hasMessageContaining(message);
  }

  /** The statements of {@link #entry} follow in the same transaction. */
  private static String posting(Casework casework) {
    return """
        INSERT INTO casework.ledger_posting (posting_id, tenant, case_id, source_operation, currency)
        VALUES ('%s', '%s', '%s', 'by-hand', 'EUR');
        """
        .formatted(POSTING_ID, casework.user().tenant(), casework.openCase());
  }

  private static String entry(String account, long debitCents, long creditCents) {
    return """
        INSERT INTO casework.ledger_entry (posting_id, account, debit_cents, credit_cents)
        VALUES ('%s', '%s', %d, %d);
        """
        .formatted(POSTING_ID, account, debitCents, creditCents);
  }

  private static Outcome<FeePosted> post(Casework casework, UUID caseId, PostFee fee) {
    return casework.run(
        FeePosted.class,
        effect -> casework.bean(Ledger.class).post(effect, casework.user(), caseId, fee));
  }
}
