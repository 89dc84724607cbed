package dev.semel.bench.beside;

import java.util.List;

/** A library that would belong here and was not run, with the reason. */
record Absent(String title, String reason) {

  /** Those that never run here. */
  static List<Absent> always() {
    return List.of(
        new Absent(
            "Powertools on its own store",
            "keeps its records in DynamoDB then. Without the network, that is DynamoDB Local, which by its licence nobody may use who has no AWS account"
                + " in good standing; a build that everybody may run cannot bring it along"));
  }
}
