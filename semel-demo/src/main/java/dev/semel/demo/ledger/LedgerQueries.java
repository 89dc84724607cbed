package dev.semel.demo.ledger;

import dev.semel.demo.problems.Reading;
import dev.semel.demo.tokens.User;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;

/** The books to look at. */
@Reading
class LedgerQueries {
  private final Ledger ledger;

  LedgerQueries(Ledger ledger) {
    this.ledger = ledger;
  }

  @GetMapping("/api/ledger")
  LedgerView view(@RequestAttribute User user) {
    return ledger.view(user);
  }
}
