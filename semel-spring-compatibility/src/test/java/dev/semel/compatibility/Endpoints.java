package dev.semel.compatibility;

import dev.semel.compatibility.Bank.AccountView;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.server.ResponseStatusException;

/** The handlers of the application. Their subclasses are protected or not. */
abstract class Endpoints {
  static final String EXISTING = "DE-1";
  static final String NEW = "DE-2";

  private final Services services;
  private final HttpServletRequest request;

  Endpoints(Services services, HttpServletRequest request) {
    this.services = services;
    this.request = request;
  }

  /**
   * What the handlers call.
   *
   * @param banks by the technology that they access the database with
   */
  record Services(
      Map<String, Bank> banks, AfterCommit afterCommit, TransactionTemplate transaction) {}

  /** Returns the services for the technology in the path, as in {@code /plain/jpa/created}. */
  Bank bank() {
    return Objects.requireNonNull(services.banks().get(request.getRequestURI().split("/", -1)[2]));
  }

  /** A body with a rule. */
  record Request(@NotBlank String text) {}

  @PostMapping("/created")
  ResponseEntity<AccountView> created() {
    return ResponseEntity.created(URI.create("/accounts/" + NEW)).body(bank().open(NEW));
  }

  @PostMapping("/changed")
  AccountView changed() {
    return bank().deposit(EXISTING, 5);
  }

  @PostMapping("/changed-twice")
  AccountView changedTwice() {
    bank().deposit(EXISTING, 5);
    return bank().deposit(EXISTING, 6);
  }

  @PostMapping("/masked")
  AccountView masked() {
    AccountView found = bank().find(EXISTING);
    found.mask();
    return found;
  }

  @PostMapping("/masked-then-changed")
  AccountView maskedThenChanged() {
    AccountView found = bank().find(EXISTING);
    bank().note("between");
    found.mask();
    return found;
  }

  @PostMapping("/duplicate")
  AccountView duplicate() {
    return bank().open(EXISTING);
  }

  @PostMapping("/duplicate-entry")
  void duplicateEntry() {
    bank().book(1, "first");
  }

  @PostMapping("/missing-account")
  void missingAccount() {
    bank().book(4711, "second");
  }

  @PostMapping("/stale")
  void stale() {
    bank().depositIfUnchanged(EXISTING, 7, 5);
  }

  @PostMapping("/found-or-created")
  AccountView foundOrCreated() {
    try {
      return bank().open(EXISTING);
    } catch (DataIntegrityViolationException exists) {
      return bank().find(EXISTING);
    }
  }

  @PostMapping("/caught-and-answered")
  ResponseEntity<Map<String, String>> caughtAndAnswered() {
    try {
      bank().open(EXISTING);
      return ResponseEntity.ok(Map.of());
    } catch (DataIntegrityViolationException exists) {
      return ResponseEntity.status(HttpStatus.CONFLICT).body(Map.of("reason", "exists"));
    }
  }

  @PostMapping("/partly-done")
  ResponseEntity<Map<String, String>> partlyDone() {
    bank().note("before");
    try {
      bank().book(1, "first");
    } catch (DataIntegrityViolationException exists) {
      bank().note("after");
    }
    return ResponseEntity.ok(Map.of("done", "partly"));
  }

  @PostMapping("/refused-with-rows")
  ResponseEntity<Map<String, String>> refusedWithRows() {
    bank().note("a record of the refusal");
    return ResponseEntity.unprocessableContent().body(Map.of("reason", "refused"));
  }

  @PostMapping("/thrown-with-rows")
  void thrownWithRows() {
    bank().note("a record of the refusal");
    throw new RefusedException("refused");
  }

  /** Answered by the error page of Spring Boot. */
  @PostMapping("/status-thrown")
  void statusThrown() {
    bank().note("a record of the refusal");
    throw new ResponseStatusException(HttpStatus.GONE, "gone");
  }

  @PostMapping("/failed-with-rows")
  void failedWithRows() {
    bank().note("half of the work");
    throw new IllegalStateException("failed");
  }

  @PostMapping("/caught-in-a-transaction")
  void caughtInATransaction() {
    bank().noteAndCatchFailure("note");
  }

  @PostMapping("/read-only-write")
  void readOnlyWrite() {
    bank().noteReadOnly("note");
  }

  @PostMapping("/autocommit")
  void autocommit() {
    bank().noteWithAutocommit("first");
    bank().noteWithAutocommit("second");
  }

  @PostMapping("/new-transaction")
  void newTransaction() {
    bank().noteInNewTransaction("note");
  }

  @PostMapping("/nested")
  void nested() {
    bank().noteNested("note");
  }

  @PostMapping("/after-commit")
  void afterCommit() {
    services
        .transaction()
        .executeWithoutResult(
            status -> {
              bank().note("note");
              services.afterCommit().publish("committed");
            });
  }

  @PostMapping("/after-rollback")
  ResponseEntity<Map<String, String>> afterRollback() {
    try {
      services
          .transaction()
          .executeWithoutResult(
              status -> {
                services.afterCommit().publish("rolled back");
                bank().book(1, "first");
              });
    } catch (DataIntegrityViolationException exists) {
      return ResponseEntity.ok(Map.of("reason", "exists"));
    }
    return ResponseEntity.ok(Map.of());
  }

  @PostMapping("/validated")
  void validated(@RequestBody @Valid Request body) {
    bank().note(body.text());
  }
}
