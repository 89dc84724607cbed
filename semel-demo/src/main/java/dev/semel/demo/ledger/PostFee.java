package dev.semel.demo.ledger;

import dev.semel.demo.cases.OpenCase;
import dev.semel.demo.input.Input;

/**
 * Post a fee to the ledger.
 *
 * @param amountCents in hundredths of the currency
 * @param currency in the three letters of ISO 4217
 * @param sourceOperation what the fee is for, in the words of whoever charges it; posted once
 */
public record PostFee(Long amountCents, String currency, String sourceOperation) {
  private static final long MAX_AMOUNT_CENTS = 100_000_000_00L;

  public PostFee {
    amountCents = Input.between("amountCents", amountCents, 1, MAX_AMOUNT_CENTS);
    currency = Input.matching("currency", currency, "[A-Z]{3}", "three capital letters");
    sourceOperation = Input.text("sourceOperation", sourceOperation, OpenCase.MAX_NAME_CHARACTERS);
  }
}
