package dev.semel.testing.crash;

import org.jspecify.annotations.Nullable;

/** Where a step passes that its handler tells of. */
interface StepGate {
  /** For attempts that nothing strikes. */
  StepGate OPEN =
      new StepGate() {
        @Override
        public <V extends @Nullable Object, E extends Exception> V pass(
            String name, Trial.Request<V, E> request) throws E {
          return request.ask();
        }
      };

  <V extends @Nullable Object, E extends Exception> V pass(String name, Trial.Request<V, E> request)
      throws E;
}
