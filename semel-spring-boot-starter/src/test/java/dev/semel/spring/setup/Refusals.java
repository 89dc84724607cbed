package dev.semel.spring.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.UnsafeSetupException;
import java.util.Objects;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.core.NestedExceptionUtils;

/** Why an application has not started. */
public final class Refusals {
  private Refusals() {}

  public static UnsafeSetupException refusal(ApplicationContextAssertProvider<?> context) {
    assertThat(context).hasFailed();
    return (UnsafeSetupException)
        NestedExceptionUtils.getMostSpecificCause(
            Objects.requireNonNull(context.getStartupFailure()));
  }

  /** It says which class it is about, what is wrong, and what to do. */
  public static void isAbout(
      ApplicationContextAssertProvider<?> context, Class<?> bean, String problem) {
    UnsafeSetupException refusal = refusal(context);
    assertThat(refusal.problem()).contains(bean.getSimpleName()).contains(problem);
    assertThat(refusal.action()).isNotBlank();
  }
}
