package dev.semel.http.internal;

import dev.semel.LeaseAttempt;
import dev.semel.LeaseTerms;
import dev.semel.Outcome;
import dev.semel.RecoveryProbe;
import dev.semel.RecoveryProbe.Finding;
import dev.semel.SemelException;
import dev.semel.Takeover;
import dev.semel.http.HttpAnswer;
import dev.semel.http.LeasedMode;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Asks for the right to run the handler of a leased route, or answers without it. */
final class LeasedExchange {
  private final Exchange exchange;
  private final LeasedMode mode;

  LeasedExchange(Exchange exchange, LeasedMode mode) {
    this.exchange = exchange;
    this.mode = mode;
  }

  /** The handler that may run now; null if the request is answered. */
  @Nullable LeasedRun claim() throws IOException, ServletException {
    LeaseAttempt<StoredResponse> attempt;
    try {
      LeaseTerms<StoredResponse> terms = LeaseTerms.of(mode.length(), takeover());
      attempt =
          exchange.attempt(
              intent -> exchange.parts().semel().lease(intent, terms),
              LeasedExchange::isInProgress);
    } catch (SemelException failure) {
      new StoreFailure(exchange).answer(failure);
      return null;
    }
    if (attempt instanceof LeaseAttempt.Granted<StoredResponse> granted) {
      return new LeasedRun(exchange, mode, granted.lease());
    }
    if (ReplayCheck.passes(exchange)) {
      exchange.answer(((LeaseAttempt.Answered<StoredResponse>) attempt).outcome());
    }
    return null;
  }

  private static boolean isInProgress(LeaseAttempt<StoredResponse> attempt) {
    return attempt instanceof LeaseAttempt.Answered<StoredResponse> answered
        && answered.outcome() instanceof Outcome.InProgress;
  }

  /** The same policy, for the form in which responses are kept. */
  private Takeover<StoredResponse> takeover() {
    if (mode.lostOutcome() instanceof Takeover.Ask<HttpAnswer> ask) {
      RecoveryProbe<HttpAnswer> probe = ask.probe();
      return Takeover.ask(stale -> kept(probe.examine(stale)));
    }
    return mode.lostOutcome() instanceof Takeover.TakeOver ? Takeover.takeOver() : Takeover.block();
  }

  private static Finding<StoredResponse> kept(Finding<HttpAnswer> finding) {
    if (finding instanceof Finding.AlreadySucceeded<HttpAnswer> succeeded) {
      return new Finding.AlreadySucceeded<>(
          StoredResponse.of(succeeded.result()), finding.reason());
    }
    if (finding instanceof Finding.SafeToRetry<HttpAnswer>) {
      return new Finding.SafeToRetry<>(finding.reason());
    }
    return finding instanceof Finding.NeedsReview<HttpAnswer>
        ? new Finding.NeedsReview<>(finding.reason())
        : new Finding.Abandoned<>(finding.reason());
  }
}
