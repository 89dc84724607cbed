package dev.semel.bench.contender;

import java.io.Serializable;

/** A call for those that keep objects. */
public record PaymentTaken(String key, String payload) implements Serializable {
  private static final long serialVersionUID = 1L;

  static PaymentTaken of(Call call) {
    return new PaymentTaken(call.key(), call.payload());
  }

  Call call() {
    return new Call(key, payload);
  }
}
