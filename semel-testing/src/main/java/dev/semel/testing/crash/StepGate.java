package dev.semel.testing.crash;

/** Where a step passes that its handler tells of. */
@FunctionalInterface
interface StepGate {
  /** For attempts that nothing strikes. */
  StepGate OPEN = (name, action) -> action.run();

  void pass(String name, Runnable action);
}
