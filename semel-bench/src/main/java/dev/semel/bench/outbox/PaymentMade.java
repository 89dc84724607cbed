package dev.semel.bench.outbox;

import dev.semel.bench.work.EventSample;

/** The event as an application of Spring publishes it. */
public record PaymentMade(int number, String account, String payload) {

  static PaymentMade of(int number) {
    return new PaymentMade(number, EventSample.account(), EventSample.payload(number));
  }
}
