package dev.semel.bench.beside;

import dev.semel.bench.measure.MeasurementException;
import java.util.List;

/** A library that would belong here and was not run, with the reason. */
record Absent(String title, String reason) {
  private static final int MAX_REASON_CHARACTERS = 200;

  /** One that would not run this time. */
  static Absent because(Entry entry, MeasurementException failure) {
    String reason = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    return new Absent(
        entry.name(), reason.substring(0, Math.min(reason.length(), MAX_REASON_CHARACTERS)));
  }

  /** Those that never run here. */
  static List<Absent> always() {
    return List.of(
        new Absent(
            "Jdempotent 1.1.0",
            "made for Spring Boot 2.2; it announces itself in a way that Spring Boot 3 and later do not read,"
                + " and keeps its records in Redis"),
        new Absent(
            "Powertools idempotency 1.15.0",
            "keeps its records in DynamoDB, and is woven into a Lambda handler when that is built"));
  }
}
