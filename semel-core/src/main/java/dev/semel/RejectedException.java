package dev.semel;

/**
 * Thrown inside an effect to say no for business reasons. The effect is rolled back, the rejection
 * is stored (unless the operation judges rejections anew), and the caller gets {@link
 * Outcome.Rejected}.
 *
 * <p>Also thrown by {@link Outcome#orElseThrow()} for a rejected outcome.
 */
public final class RejectedException extends SemelException {
  private static final long serialVersionUID = 1L;

  private final transient Rejection rejection;

  public RejectedException(Rejection rejection) {
    super("rejected: " + rejection.code());
    this.rejection = rejection;
  }

  public RejectedException(String code, String detail) {
    this(new Rejection(code, detail));
  }

  public Rejection rejection() {
    return rejection;
  }
}
