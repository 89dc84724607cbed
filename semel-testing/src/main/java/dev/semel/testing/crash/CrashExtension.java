package dev.semel.testing.crash;

import dev.semel.testing.postgres.PostgresExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
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
 * parameter {@value #ONLY} that the report names, or write {@link RepeatTrial} above it. The seed
 * tells which test, which invocation of it and which of its explorations a trial is of: other tests
 * that are run with the property are skipped, and the other explorations of the test try nothing.
 * Of seeds that the test itself has chosen there is no property, because they tell nothing.
 *
 * <p>To explore only a few steps in an ordinary build and all of them at night, set the system
 * property or configuration parameter {@value #STEPS} to {@code ends}: each fault then strikes only
 * at the first and the last step at which it can, and a process is killed only at the last one. The
 * report names the steps that were left out. Default: {@code all}.
 *
 * <p><b>Guarantee:</b> the database is the one that {@link PostgresExtension} gives to the class. A
 * test passes only if its explorer has explored, faults struck where they were to, and nothing was
 * found; one that means to find something uses {@link CrashExplorer#of} instead. All explorers of a
 * class have the same two data sources, so that what a handler makes of them can be kept from test
 * to test.
 *
 * <p><b>Order:</b> each parameter is an explorer of its own, with a seed of its own.
 *
 * <p><b>Threads:</b> for tests of one class that run one after the other, as they share a database.
 */
public final class CrashExtension
    implements ExecutionCondition,
        BeforeAllCallback,
        ParameterResolver,
        AfterTestExecutionCallback {
  /** Names the one trial to repeat, as reports do: seed, step and fault. */
  public static final String ONLY = "semel.crash.only";

  /** Selects the explored steps: {@code all} (default) or {@code ends}. */
  public static final String STEPS = "semel.crash.steps";

  private static final Namespace NAMESPACE = Namespace.create(CrashExtension.class);

  /** As against a class, or all invocations of a test with parameters. */
  private static final Pattern IS_ONE_TEST =
      Pattern.compile("\\[(method|test-template-invocation):[^/]*]$");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<String> asked = context.getConfigurationParameter(ONLY);
    if (asked.isEmpty() || !IS_ONE_TEST.matcher(context.getUniqueId()).find()) {
      return ConditionEvaluationResult.enabled("all trials are wanted");
    }
    TrialId trial = TrialId.parse(asked.get());
    return seeds(context).have(trial.seed())
        ? ConditionEvaluationResult.enabled("a trial of this test is wanted")
        : ConditionEvaluationResult.disabled("%s is a trial of another test".formatted(trial));
  }

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
    Reports reports = reports(context);
    int number = reports.explorers++;
    TestSeeds seeds = seeds(context);
    CrashExplorer explorer =
        CrashExplorer.forTest(ways(context), reports.all::add, seeds, seeds.fresh(number));
    TrialId only = only(context);
    if (only == null) {
      return exploresAllSteps(context) ? explorer : explorer.endsOnly();
    }
    return seeds.have(only.seed())
        ? explorer.seed(TestSeeds.first(only.seed(), number)).repeat(only)
        : explorer.seed(only.seed()).only(only.step(), only.fault());
  }

  private static boolean exploresAllSteps(ExtensionContext context) {
    String steps = context.getConfigurationParameter(STEPS).orElse("all");
    return switch (steps) {
      case "all" -> true;
      case "ends" -> false;
      default ->
          throw new IllegalArgumentException(
              "%s is '%s'; set it to 'all' or 'ends'".formatted(STEPS, steps));
    };
  }

  private static TestSeeds seeds(ExtensionContext context) {
    return TestSeeds.of(context.getUniqueId());
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    Reports reports = reports(context);
    reports.all.forEach(report -> context.publishReportEntry("crash explorer", report.summary()));
    Throwable failure = context.getExecutionException().orElse(null);
    if (failure == null) {
      refuseWhatWasNotExplored(reports, context);
    }
    // What the test itself fails with comes first, and may be just this.
    String unsafe =
        reports.all.stream()
            .filter(report -> !report.isSafe())
            .map(CrashReport::toString)
            .filter(report -> !tells(failure, report))
            .collect(Collectors.joining(System.lineSeparator()));
    if (!unsafe.isEmpty()) {
      throw new AssertionError(unsafe);
    }
  }

  private static void refuseWhatWasNotExplored(Reports reports, ExtensionContext context) {
    if (reports.explorers > 0 && reports.all.isEmpty()) {
      throw new AssertionError("the explorer has explored nothing; say explore(handler)");
    }
    TrialId only = only(context);
    if (only != null
        && seeds(context).have(only.seed())
        && reports.all.stream().noneMatch(report -> report.seed() == only.seed())) {
      throw new AssertionError(
          "the trial %s is of an exploration that the test has not come to; has it changed?"
              .formatted(only));
    }
  }

  private static boolean tells(@Nullable Throwable failure, String report) {
    for (Throwable told = failure; told != null; told = told.getCause()) {
      if (String.valueOf(told.getMessage()).contains(report)) {
        return true;
      }
    }
    return false;
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

  private static Reports reports(ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(Reports.class, key -> new Reports(), Reports.class);
  }

  /** Of one test. */
  private static final class Reports {
    private final List<CrashReport> all = new ArrayList<>();
    private int explorers;
  }
}
