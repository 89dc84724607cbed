package dev.semel.bench.beside;

import java.util.List;

/** A library that would belong here and is not run, with the reason. */
record Absent(String title, String reason) {
  static List<Absent> all() {
    return List.of(
        new Absent(
            "Jdempotent 1.1.0",
            "made for Spring Boot 2.2, which does not run on the Spring that the others need, and for Redis"),
        new Absent(
            "Powertools idempotency 1.15.0", "keeps its records in DynamoDB, of which there is none here"));
  }
}
