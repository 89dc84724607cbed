package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Tests that explore by the extension, run as anybody's tests are. */
class CrashExtensionIT {
  private static final Pattern REPEAT = Pattern.compile("or: -Dsemel\\.crash\\.only=(\\S+)");
  private static final Pattern KEY = Pattern.compile("key: (\\S+)");

  @ExtendWith({PostgresExtension.class, CrashExtension.class})
  static class Explored {
    @Test
    void safe(PostgresDatabase database, CrashExplorer explorer) {
      Handlers.makeTables(database);
      explorer.explore(Handlers::markAndPayTogether);
    }

    @Test
    void broken(PostgresDatabase database, CrashExplorer explorer) {
      Handlers.makeTables(database);
      explorer.faults(CrashFault.REPLY_LOST).explore(Handlers::markThenPay);
    }

    @Test
    void seenByTheTestItself(PostgresDatabase database, CrashExplorer explorer) {
      Handlers.makeTables(database);
      explorer.faults(CrashFault.REPLY_LOST).explore(Handlers::markThenPay).assertSafe();
    }

    @RepeatTrial(seed = 42, step = 1, fault = CrashFault.REPLY_LOST)
    @Test
    void repeated(PostgresDatabase database, CrashExplorer explorer) {
      Handlers.makeTables(database);
      explorer.explore(Handlers::markThenPay);
    }

    @RepeatTrial(seed = 42, step = 17, fault = CrashFault.REPLY_LOST)
    @Test
    void repeatedWhereThereIsNothing(PostgresDatabase database, CrashExplorer explorer) {
      Handlers.makeTables(database);
      explorer.explore(Handlers::markThenPay);
    }
  }

  private static @Nullable Throwable run(String test, Map<String, String> parameters) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                selectMethod(
                    Explored.class,
                    test,
                    PostgresDatabase.class.getName() + "," + CrashExplorer.class.getName()))
            .configurationParameters(parameters)
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    assertThat(summary.getTestsStartedCount()).isEqualTo(1);
    List<Throwable> failures = new ArrayList<>();
    summary.getFailures().forEach(failure -> failures.add(failure.getException()));
    assertThat(failures).hasSizeLessThanOrEqualTo(1);
    return failures.isEmpty() ? null : failures.get(0);
  }

  private static String messageOf(@Nullable Throwable failure) {
    assertThat(failure).isInstanceOf(AssertionError.class);
    return String.valueOf(Objects.requireNonNull(failure).getMessage());
  }

  private static String find(Pattern pattern, String report) {
    Matcher matcher = pattern.matcher(report);
    assertThat(matcher.find()).as(report).isTrue();
    return Objects.requireNonNull(matcher.group(1));
  }

  @Test
  void aTestOfASafeHandlerPasses() {
    assertThat(run("safe", Map.of())).isNull();
  }

  @Test
  void aTestOfABrokenHandlerFailsWithTheReport() {
    String report = messageOf(run("broken", Map.of()));

    assertThat(report)
        .contains("2 steps, 2 trials")
        .contains("1 found")
        .contains("they are in two transactions");
  }

  @Test
  void whatTheTestFailsWithIsNotReportedTwice() {
    Throwable failure = run("seenByTheTestItself", Map.of());

    assertThat(messageOf(failure)).contains("1 found");
    assertThat(Objects.requireNonNull(failure).getSuppressed()).isEmpty();
  }

  @Test
  void thePropertyThatAReportNamesRepeatsThatTrialWithItsKey() {
    String report = messageOf(run("broken", Map.of()));

    String again = messageOf(run("broken", Map.of("semel.crash.only", find(REPEAT, report))));

    assertThat(again).contains("2 steps, 1 trials").contains("1 found");
    assertThat(find(KEY, again)).isEqualTo(find(KEY, report));
    assertThat(find(REPEAT, again)).isEqualTo(find(REPEAT, report));
  }

  @Test
  void theAnnotationRepeatsOneTrial() {
    assertThat(messageOf(run("repeated", Map.of())))
        .contains("2 steps, 1 trials, seed 42: 1 found")
        .contains("key: trial-2a-1-reply-lost");
  }

  @Test
  void aTrialThatDoesNotExistIsNoSuccess() {
    assertThat(run("repeatedWhereThereIsNothing", Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("there is no trial 42:17:REPLY_LOST");
    assertThat(run("broken", Map.of("semel.crash.only", "some other time")))
        .hasStackTraceContaining("names no trial");
  }
}
