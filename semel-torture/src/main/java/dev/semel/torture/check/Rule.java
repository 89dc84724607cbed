package dev.semel.torture.check;

/** What must hold in the end. */
public enum Rule {
  EFFECT_MISSING("what was acknowledged is booked"),
  EFFECT_TWICE("no intent is booked twice"),
  EFFECT_WITHOUT_INTENT("every booking was asked for, as it is"),
  ANSWERS_DIFFER("all answers to one intent are equal"),
  ANSWER_UNTRUE("an answer says what was booked"),
  ANSWER_UNEXPECTED("an answer is done, a rejection, or a refusal of another payload"),
  UNANSWERED("every client gets its answer when all is healed"),
  AGAIN_UNANSWERED("what is asked for once more, all being healed, is answered"),
  DONE_AGAIN("what was told before is told again from its record, and nothing is done for it"),
  PAID_UNDECIDED("a cheque is paid once more only where it was decided that it may be"),
  MISMATCH_RAN("of two payloads under one key one runs, and the other is refused"),
  REFUSED_WITHOUT_CAUSE("a payload is refused only where one other was heard under its key"),
  REJECTED_RAN("what was rejected is not booked, whatever was sent under its key"),
  MONEY_LOST("balances are what bookings make of them, and never negative"),
  PROVIDER_DISAGREES("what left the bank was paid, under one amount, and nothing else was"),
  AUDIT_DISAGREES("every booking has its audit entry, and no entry is without one"),
  EVENTS_DISAGREE("every booking has its events on the topic, and no event is without one"),
  EVENTS_OUT_OF_ORDER("events of an account come in the order of its versions"),
  PROJECTION_DISAGREES("the projection is what the accounts are"),
  NOTICES_DISAGREE("every booking has one notice, and no notice is without one"),
  TENANT_LEAK("nothing of one tenant reached another"),
  STUCK("nothing waits that recovery should have ended");

  private final String promise;

  Rule(String promise) {
    this.promise = promise;
  }

  /** What holds if nothing was found. */
  public String promise() {
    return promise;
  }
}
