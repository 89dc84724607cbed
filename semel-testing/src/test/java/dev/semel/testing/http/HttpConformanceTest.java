package dev.semel.testing.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.http.ConformanceReport.Status;
import dev.semel.testing.http.NotesServer.Defect;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The suite passes on a server that conforms, and each of its checks fails on one that does not.
 */
class HttpConformanceTest {
  private static final Map<ConformanceCheck, Defect> BREAKS = new EnumMap<>(ConformanceCheck.class);

  static {
    BREAKS.put(ConformanceCheck.FIRST_REQUEST_RUNS, Defect.FAILS_ALWAYS);
    BREAKS.put(ConformanceCheck.REPLAY_IS_IDENTICAL, Defect.CHANGES_BODY_OF_REPLAY);
    BREAKS.put(ConformanceCheck.REPLAY_IS_MARKED, Defect.DOES_NOT_MARK_REPLAYS);
    BREAKS.put(ConformanceCheck.MANY_RETRIES_HAVE_ONE_EFFECT, Defect.RUNS_FIFTH_RETRY);
    BREAKS.put(
        ConformanceCheck.BARE_AND_QUOTED_KEYS_ARE_EQUAL, Defect.TAKES_QUOTES_FOR_PART_OF_KEY);
    BREAKS.put(ConformanceCheck.KEYS_ARE_CASE_SENSITIVE, Defect.IGNORES_CASE_OF_KEYS);
    BREAKS.put(ConformanceCheck.HEADER_NAME_IS_CASE_INSENSITIVE, Defect.KNOWS_HEADER_IN_ONE_CASE);
    BREAKS.put(ConformanceCheck.LONG_KEY_IS_ACCEPTED, Defect.LIMITS_KEYS_TO_64_CHARACTERS);
    BREAKS.put(ConformanceCheck.KEY_IS_ECHOED, Defect.DOES_NOT_ECHO_KEY);
    BREAKS.put(ConformanceCheck.MISMATCH_IS_REFUSED, Defect.IGNORES_PAYLOAD);
    BREAKS.put(ConformanceCheck.MISMATCH_LEAVES_STORED_ANSWER, Defect.FORGETS_AFTER_MISMATCH);
    BREAKS.put(ConformanceCheck.MISSING_KEY_IS_REFUSED, Defect.RUNS_WITHOUT_KEY);
    BREAKS.put(ConformanceCheck.EMPTY_KEY_IS_REFUSED, Defect.TAKES_ANY_KEY);
    BREAKS.put(ConformanceCheck.UNTERMINATED_KEY_IS_REFUSED, Defect.TAKES_ANY_KEY);
    BREAKS.put(ConformanceCheck.SEVERAL_KEYS_ARE_REFUSED, Defect.TAKES_FIRST_OF_SEVERAL_KEYS);
    BREAKS.put(ConformanceCheck.REPEATED_HEADER_IS_REFUSED, Defect.TAKES_FIRST_OF_SEVERAL_KEYS);
    BREAKS.put(ConformanceCheck.OVERLONG_KEY_IS_REFUSED, Defect.TAKES_ANY_KEY);
    BREAKS.put(ConformanceCheck.REFUSALS_ARE_PROBLEMS, Defect.WRITES_ERRORS_AS_TEXT);
    BREAKS.put(ConformanceCheck.SAFE_METHODS_IGNORE_KEYS, Defect.READS_KEYS_OF_GET);
    BREAKS.put(ConformanceCheck.CONCURRENT_DUPLICATES_HAVE_ONE_EFFECT, Defect.RUNS_RETRIES_TOO);
    BREAKS.put(ConformanceCheck.DUPLICATE_IN_PROGRESS_IS_REFUSED, Defect.HAS_NO_RETRY_AFTER);
    BREAKS.put(ConformanceCheck.ANSWER_FOLLOWS_IN_PROGRESS, Defect.FORGETS_WHAT_WAS_IN_PROGRESS);
    BREAKS.put(ConformanceCheck.CALLERS_HAVE_THEIR_OWN_KEYS, Defect.SHARES_KEYS_OF_CALLERS);
    BREAKS.put(ConformanceCheck.REJECTION_IS_REPLAYED, Defect.RUNS_REJECTED_AGAIN);
    BREAKS.put(ConformanceCheck.SERVER_ERROR_IS_NOT_STORED, Defect.STORES_SERVER_ERRORS);
  }

  private static ConformanceReport report(Set<Defect> defects) {
    try (NotesServer server = new NotesServer(defects)) {
      return HttpConformance.run(new NotesSubject(server));
    }
  }

  @Test
  void conformingServerPasses() {
    ConformanceReport report = report(EnumSet.noneOf(Defect.class));

    assertThat(report.checks(Status.PASSED))
        .as("%s", report)
        .containsExactly(ConformanceCheck.values());
  }

  @ParameterizedTest
  @EnumSource
  void everyCheckFailsOnServerWithItsDefect(ConformanceCheck check) {
    Defect defect = BREAKS.get(check);
    assertThat(defect).as("a defect that breaks the check").isNotNull();
    try (NotesServer server = new NotesServer(EnumSet.of(defect))) {
      ConformanceReport.Result result = HttpConformance.run(check, new NotesSubject(server));

      assertThat(result.status()).as("%s", result).isEqualTo(Status.FAILED);
      assertThat(result.detail()).isNotEmpty();
    }
  }

  @Test
  void serverThatIgnoresKeysFails() {
    assertThat(report(EnumSet.of(Defect.RUNS_RETRIES_TOO)).checks(Status.FAILED))
        .contains(
            ConformanceCheck.REPLAY_IS_IDENTICAL,
            ConformanceCheck.MANY_RETRIES_HAVE_ONE_EFFECT,
            ConformanceCheck.MISMATCH_IS_REFUSED,
            ConformanceCheck.CONCURRENT_DUPLICATES_HAVE_ONE_EFFECT);
  }

  @Test
  void reportNamesWhatWasSkippedAndWhy() {
    try (NotesServer server = new NotesServer(EnumSet.of(Defect.DOES_NOT_ECHO_KEY))) {
      NotesSubject all = new NotesSubject(server);
      HttpSubject few =
          new HttpSubject() {
            @Override
            public SampleRequest fresh() {
              return all.fresh();
            }

            @Override
            public SampleRequest changed(SampleRequest request) {
              return all.changed(request);
            }

            @Override
            public long effects(SampleRequest request) {
              return all.effects(request);
            }

            @Override
            public Map<ConformanceCheck, String> skipped() {
              return Map.of(ConformanceCheck.KEY_IS_ECHOED, "the gateway removes it");
            }
          };
      ConformanceReport report = HttpConformance.run(few);

      assertThat(report.checks(Status.SKIPPED))
          .containsExactly(
              ConformanceCheck.KEY_IS_ECHOED,
              ConformanceCheck.DUPLICATE_IN_PROGRESS_IS_REFUSED,
              ConformanceCheck.ANSWER_FOLLOWS_IN_PROGRESS,
              ConformanceCheck.CALLERS_HAVE_THEIR_OWN_KEYS,
              ConformanceCheck.REJECTION_IS_REPLAYED,
              ConformanceCheck.SERVER_ERROR_IS_NOT_STORED);
      assertThat(report.checks(Status.FAILED)).isEmpty();
      assertThat(report.toString())
          .contains("SKIPPED KEY_IS_ECHOED", "the gateway removes it", "has no held()");
    }
  }
}
