package dev.semel.compatibility.guide;

import dev.semel.spring.Idempotent;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints. */
@RestController
class AccountController {
  record Deposit(long amount) {}

  private final AccountService accounts;

  AccountController(AccountService accounts) {
    this.accounts = accounts;
  }

  // snippet: jpa-handler
  @PostMapping("/accounts/{number}/deposits")
  @Idempotent
  Account deposit(@PathVariable String number, @RequestBody Deposit request) {
    return accounts.deposit(number, request.amount()); // @Transactional, with Spring Data JPA
  }

  // end snippet

  @PostMapping("/accounts/{number}")
  @Idempotent
  Account findOrCreate(@PathVariable String number) {
    return accounts.findOrCreate(number);
  }
}
