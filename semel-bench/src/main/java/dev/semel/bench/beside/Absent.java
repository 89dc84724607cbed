package dev.semel.bench.beside;

import java.util.List;

/** A library that would belong here and was not run, with the reason. */
record Absent(String title, String reason) {

  /** Those that never run here. */
  static List<Absent> always() {
    return List.of(
        new Absent(
            "Powertools idempotency 1.15.0",
            "keeps its records in DynamoDB, and DynamoDB Local 3.3.1 is under a licence of its own, *DynamoDB Local License Agreement*,"
                + " that this build does not accept. Tried by hand it ran, and with `withPayloadValidationJMESPath` another payload under the same"
                + " key was told: IdempotencyValidationException"));
  }
}
