package dev.semel.testing.crash;

import dev.semel.testing.postgres.PostgresExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test a {@link CrashExplorer} of its database, and fails the test with the report if
 * anything was found.
 *
 * <pre>{@code
 * @ExtendWith({PostgresExtension.class, CrashExtension.class})
 * class PaymentsCrashIT {
 *   @Test
 *   void aPaymentIsMadeOnceWhateverBreaks(CrashExplorer explorer) {
 *     explorer.explore(trial -> payments(trial.dataSource()).pay(trial.key(), 17));
 *   }
 * }
 * }</pre>
 *
 * <p>To repeat one trial of a report, run that test with the system property or configuration
 * parameter {@value #ONLY} that the report names, or write {@link RepeatTrial} above it.
 *
 * <p><b>Guarantee:</b> the database is the one that {@link PostgresExtension} gives to the class. A
 * test passes only if no exploration of its explorer has found anything; one that means to find
 * something uses {@link CrashExplorer#of} instead. All explorers of a class have the same two data
 * sources, so that what a handler makes of them can be kept from test to test.
 *
 * <p><b>Order:</b> each parameter is an explorer of its own, with a seed of its own.
 *
 * <p><b>Threads:</b> for tests of one class that run one after the other, as they share a database.
 */
public final class CrashExtension
    implements BeforeAllCallback, ParameterResolver, AfterTestExecutionCallback {
  /** Names the one trial to repeat, as reports do: seed, step and fault. */
  public static final String ONLY = "semel.crash.only";

  private static final Namespace NAMESPACE = Namespace.create(CrashExtension.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    ways(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == CrashExplorer.class
        && context.getTestMethod().isPresent();
  }

  @Override
  public CrashExplorer resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return CrashExplorer.forTest(ways(context), reports(context)::add, only(context));
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    List<CrashReport> reports = reports(context);
    reports.forEach(report -> context.publishReportEntry("crash explorer", report.summary()));
    String found =
        reports.stream()
            .filter(report -> !report.findings().isEmpty())
            .map(CrashReport::toString)
            .collect(Collectors.joining(System.lineSeparator()));
    // What the test itself fails with comes first, and may be just this.
    if (!found.isEmpty() && context.getExecutionException().isEmpty()) {
      throw new AssertionError(found);
    }
  }

  private static @Nullable TrialId only(ExtensionContext context) {
    Optional<String> asked = context.getConfigurationParameter(ONLY);
    if (asked.isPresent()) {
      return TrialId.parse(asked.get());
    }
    RepeatTrial written = context.getRequiredTestMethod().getAnnotation(RepeatTrial.class);
    return written == null ? null : new TrialId(written.seed(), written.step(), written.fault());
  }

  // Made for the outermost test class, because that one comes first.
  private static Ways ways(ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(
            Ways.class, key -> Ways.to(PostgresExtension.databaseOf(context)), Ways.class);
  }

  private static List<CrashReport> reports(ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(Reports.class, key -> new Reports(), Reports.class)
        .all;
  }

  /** Of one test. */
  private static final class Reports {
    private final List<CrashReport> all = new ArrayList<>();
  }
}
