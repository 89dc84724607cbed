package dev.semel.bench.beside;

import dev.semel.bench.contender.Kind;

/**
 * Why an entry is not taken through a plight.
 *
 * @param isApplicable whether it could be, or has nothing that this could be tried on
 * @param reason for people
 */
record WhyNot(boolean isApplicable, String reason) {

  /** The reason for a plight that is not among the entry's. */
  static WhyNot of(Entry entry, Plight plight) {
    return switch (entry.kind()) {
      case SEMEL_WAITING -> notTried("differs from semel-command in its duplicates alone");
      case SEMEL_OUTBOX_INBOX -> notTried("publishes and starts again as semel-outbox does");
      case TRANSACTION_OUTBOX_CATCHING ->
          notTried("differs from transaction-outbox in repeated ids alone");
      case TRANSACTION_OUTBOX_JOINED ->
          notTried("differs from transaction-outbox in what is called later alone");
      case EVENTUATE ->
          notTried(
              "its outbox is delivered by a service of its own, Eventuate CDC, which does not run here; only its duplicate detector does");
      default -> ofPlight(entry, plight);
    };
  }

  private static WhyNot ofPlight(Entry entry, Plight plight) {
    return switch (plight) {
      case DUPLICATE, PAYLOAD -> notApplicable("takes no id that callers give");
      case REPEATED -> withoutTransaction(entry);
      case STALLED ->
          notApplicable("keeps its claims in memory, where no other process could take over");
      case OPEN -> withoutOrder(entry);
      case DELIVERY -> notApplicable("works in the call, and delivers nothing later");
      case CRASH, MIDDLE -> throw new IllegalStateException("everybody can be killed: " + entry);
    };
  }

  private static WhyNot withoutTransaction(Entry entry) {
    return entry.style() == Entry.Style.OUTBOX
        ? notApplicable("takes no id that callers give")
        : notApplicable("takes no part in a transaction of the caller's");
  }

  private static WhyNot withoutOrder(Entry entry) {
    return entry.kind() == Kind.JOBRUNR || !entry.style().isLater()
        ? notApplicable("publishes nothing in a transaction of the caller's")
        : notTried("takes each task by itself, in no order that could skip one");
  }

  private static WhyNot notApplicable(String reason) {
    return new WhyNot(false, reason);
  }

  private static WhyNot notTried(String reason) {
    return new WhyNot(true, reason);
  }
}
