package dev.semel.spring;

import dev.semel.SemelException;

/** The application is put together in a way that would break a promise; it must not start. */
public final class UnsafeSetupException extends SemelException {
  private static final long serialVersionUID = 1L;

  private final String problem;
  private final String action;

  /**
   * @param problem what is wrong
   * @param action what to do about it
   */
  public UnsafeSetupException(String problem, String action) {
    super(problem + ". " + action + ".");
    this.problem = problem;
    this.action = action;
  }

  public String problem() {
    return problem;
  }

  public String action() {
    return action;
  }
}
