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
import org.junit.jupiter.api.Tag;
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

  /** As in the guide. */
  private static final String REPORT =
      """
      2 steps, 2 trials, seed 42: 1 found
      A run in which nothing goes wrong:
        step 1: INSERT INTO marker (key, answer) VALUES ($1, $2) ON CONFLICT DO NOTHING
        step 2: INSERT INTO payment (key) VALUES ($1)
      1. when it was answered, public.payment has 0 new rows instead of 1
         fault: the reply is lost after step 1: INSERT INTO marker (key, answer) VALUES ($1, $2) ON CONFLICT DO NOTHING
         cause: what marks the intent as done was committed and the effect was not: they are in two transactions; write both in one
         - attempt 1 passes no step
         - the reply is lost after step 1: INSERT INTO marker (key, answer) VALUES ($1, $2) ON CONFLICT DO NOTHING
         - attempt 1: failed with PSQLException: An I/O error occurred while sending to the backend.
         - attempt 2: answered paid
         key: trial-2a-1-reply-lost
         again: .seed(42L).only(1, CrashFault.REPLY_LOST)
         or: -Dsemel.crash.only=42:1:REPLY_LOST""";

  private static final String LOST = "An I/O error occurred while sending to the backend.";

  private static final Pattern SEED = Pattern.compile("seed (-?\\d+):");
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

    @Test
    void failingOfItself(PostgresDatabase database, CrashExplorer explorer) {
      Handlers.makeTables(database);
      explorer.faults(CrashFault.REPLY_LOST).explore(Handlers::markThenPay);
      throw new IllegalStateException("the test's own");
    }

    @Test
    void withASeedOfItsOwn(PostgresDatabase database, CrashExplorer explorer) {
      Handlers.makeTables(database);
      explorer.seed(42).faults(CrashFault.REPLY_LOST).explore(Handlers::markThenPay);
    }

    @Test
    void exploringTwice(PostgresDatabase database, CrashExplorer explorer) {
      Handlers.makeTables(database);
      explorer.faults(CrashFault.REPLY_LOST).explore(Handlers::markAndPayTogether);
      explorer.explore(Handlers::markThenPay);
    }

    @RepeatTrial(seed = 42, step = 1, fault = CrashFault.REPLY_LOST)
    @Test
    void repeated(PostgresDatabase database, CrashExplorer explorer) {
      Handlers.makeTables(database);
      explorer.faults(CrashFault.REPLY_LOST).explore(Handlers::markThenPay);
    }

    @Test
    void forgetful(PostgresDatabase database, CrashExplorer explorer) {
      assertThat(explorer).isNotNull();
    }

    @RepeatTrial(seed = 42, step = 17, fault = CrashFault.REPLY_LOST)
    @Test
    void repeatedWhereThereIsNothing(PostgresDatabase database, CrashExplorer explorer) {
      Handlers.makeTables(database);
      explorer.explore(Handlers::markThenPay);
    }
  }

  private long skipped;

  private @Nullable Throwable run(String test, Map<String, String> parameters) {
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
    skipped = summary.getTestsSkippedCount();
    assertThat(summary.getTestsStartedCount() + skipped).isEqualTo(1);
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

    String seed = find(SEED, report);
    assertThat(
            report
                .replaceAll("(PSQLException: ).*", "$1" + LOST) // In whose language ever.
                .replace(seed, "42")
                .replace(Long.toHexString(Long.parseLong(seed)), Long.toHexString(42)))
        .isEqualToNormalizingNewlines(REPORT);
  }

  @Test
  @Tag("thorough")
  void theReportIsToldThoughTheTestFailsOfItself() {
    Throwable failure = run("failingOfItself", Map.of());

    assertThat(failure).isInstanceOf(IllegalStateException.class).hasMessage("the test's own");
    assertThat(Objects.requireNonNull(failure).getSuppressed())
        .singleElement()
        .satisfies(told -> assertThat(messageOf(told)).contains("1 found"));
  }

  @Test
  @Tag("thorough")
  void aPropertyThatWouldRepeatNothingIsNotNamed() {
    assertThat(messageOf(run("withASeedOfItsOwn", Map.of())))
        .contains("again: .seed(42L).only(1, CrashFault.REPLY_LOST)")
        .doesNotContain("semel.crash.only");
  }

  @Test
  @Tag("thorough")
  void aTrialOfTheSecondExplorationIsRepeated() {
    String report = messageOf(run("exploringTwice", Map.of()));

    String again =
        messageOf(run("exploringTwice", Map.of("semel.crash.only", find(REPEAT, report))));

    assertThat(again).contains("2 steps, 1 trials").contains("1 found");
    assertThat(find(KEY, again)).isEqualTo(find(KEY, report));
  }

  @Test
  @Tag("thorough")
  void aTrialOfAnExplorationThatIsNotThereIsNoSuccess() {
    String ofTheFirst = find(REPEAT, messageOf(run("broken", Map.of())));
    TrialId trial = TrialId.parse(ofTheFirst);
    TrialId ofTheSecond = new TrialId(trial.seed() + TestSeeds.NEXT, trial.step(), trial.fault());

    assertThat(messageOf(run("broken", Map.of("semel.crash.only", ofTheSecond.toString()))))
        .contains("an exploration that the test has not come to");
  }

  @Test
  @Tag("thorough")
  void whatTheTestFailsWithIsNotReportedTwice() {
    Throwable failure = run("seenByTheTestItself", Map.of());

    assertThat(messageOf(failure)).contains("1 found");
    assertThat(Objects.requireNonNull(failure).getSuppressed()).isEmpty();
  }

  @Test
  @Tag("thorough")
  void thePropertyThatAReportNamesRepeatsThatTrialWithItsKey() {
    String report = messageOf(run("broken", Map.of()));

    String again = messageOf(run("broken", Map.of("semel.crash.only", find(REPEAT, report))));

    assertThat(again).contains("2 steps, 1 trials").contains("1 found");
    assertThat(find(KEY, again)).isEqualTo(find(KEY, report));
    assertThat(find(REPEAT, again)).isEqualTo(find(REPEAT, report));
  }

  @Test
  @Tag("thorough")
  void thePropertySkipsOtherTests() {
    String report = messageOf(run("broken", Map.of()));

    assertThat(run("safe", Map.of("semel.crash.only", find(REPEAT, report)))).isNull();
    assertThat(skipped).isEqualTo(1);
  }

  @Test
  void aTestThatExploresNothingFails() {
    assertThat(messageOf(run("forgetful", Map.of()))).contains("has explored nothing");
  }

  @Test
  @Tag("thorough")
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
