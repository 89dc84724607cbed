package dev.semel.bench.scenario;

/** One question that a run answers. */
public interface Scenario {
  /** As {@code --only} names it. */
  String name();

  /** Measures and reports. */
  void run(Stage stage);
}
