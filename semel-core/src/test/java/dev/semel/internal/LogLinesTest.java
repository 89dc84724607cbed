package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.semel.IntentId;
import dev.semel.Rejection;
import dev.semel.spi.Classification;
import dev.semel.spi.Failure;
import dev.semel.spi.SemelListener;
import dev.semel.spi.State;
import dev.semel.spi.StateChange;
import dev.semel.spi.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LogLinesTest {
  private static final IntentId INTENT = IntentId.of("acme", "open-case", "secret-key");
  private static final Failure FAILURE = new Failure(Verdict.RETRY, "40001", null, "came first");

  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.semel");
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    logger.setLevel(Level.DEBUG);
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
  }

  @Test
  void everyStateChangeIsOneLineWithADigestAndWithoutTheKey() {
    List<StateChange> changes = oneOfEach();
    Notifier notifier = new Notifier(List.of());
    changes.forEach(notifier::tell);

    assertThat(changes).hasSize(StateChange.class.getPermittedSubclasses().length);
    assertThat(lines.list).hasSameSizeAs(changes);
    assertThat(lines.list)
        .allSatisfy(
            line ->
                assertThat(line.getFormattedMessage())
                    .startsWith("intent acme/open-case#" + INTENT.shortDigest() + ": ")
                    .doesNotContain("secret-key"));
  }

  @Test
  void theLinesAreThoseThatOperatorsLookFor() {
    Notifier notifier = new Notifier(List.of());
    oneOfEach().forEach(notifier::tell);

    assertThat(lines.list)
        .extracting(line -> line.getFormattedMessage().split(": ", 2)[1])
        .containsExactly(
            "executed in 3 ms, attempt 1",
            "replayed, EXECUTED",
            "rejected with NO",
            "in progress elsewhere, retry after PT1S",
            "refused, its key was used with another payload",
            "unknown: no reply",
            "failed attempt 1, again in 5 ms: 40001 came first",
            "failed after 10 attempts: 40001 came first",
            "outrun, another attempt committed first",
            "1 events had been published before",
            "leased with fence 1",
            "lease renewed, fence 1",
            "lease lost, fence 1 is no longer current",
            "lease given back, fence 1: busy",
            "settled as EXECUTED with fence 1",
            "found ABANDONED, fence 1: gone",
            "ignored, version 3 was applied before",
            "parked until version 2 has been applied",
            "not applied, version 2 is missing",
            "overdue: waits for version 2",
            "failed attempt 1, again in 1000 ms",
            "a dead letter after 3 attempts");
  }

  @Test
  void aRejectionThatIsJudgedAnewIsSaidNotToBeStored() {
    new Notifier(List.of())
        .tell(new StateChange.Rejected(INTENT, new Rejection("NO", "detail"), false));

    assertThat(lines.list.get(0).getFormattedMessage()).endsWith("rejected with NO, not stored");
  }

  @Test
  void ordinaryRetriesAreQuietAndTheUnusualIsAWarning() {
    Notifier notifier = new Notifier(List.of());
    notifier.tell(new StateChange.Replayed(INTENT, State.EXECUTED));
    notifier.tell(new StateChange.Mismatched(INTENT));

    assertThat(lines.list)
        .extracting(ILoggingEvent::getLevel)
        .containsExactly(Level.DEBUG, Level.WARN);
  }

  @Test
  void whatAnOperatorShouldLookAtIsAWarningAndNothingElse() {
    Notifier notifier = new Notifier(List.of());
    List<StateChange> warnings =
        oneOfEach().stream().filter(change -> levelOf(notifier, change) == Level.WARN).toList();

    assertThat(warnings)
        .extracting(change -> change.getClass().getSimpleName())
        .containsExactlyInAnyOrder(
            "Mismatched",
            "Unknown",
            "Failed",
            "LeaseLost",
            "Recovered",
            "MessageGap",
            "MessageOverdue",
            "MessageDead");
  }

  @Test
  void failureThatIsThrownToTheCallerIsQuiet() {
    new Notifier(List.of()).thrown(new StateChange.Failed(INTENT, 1, FAILURE));

    assertThat(lines.list).extracting(ILoggingEvent::getLevel).containsExactly(Level.DEBUG);
  }

  private Level levelOf(Notifier notifier, StateChange change) {
    notifier.tell(change);
    return lines.list.get(lines.list.size() - 1).getLevel();
  }

  @Test
  void purgesAndEventsAreToldToEveryListener() {
    Counting first = new Counting();
    Counting second = new Counting();
    Notifier notifier = new Notifier(List.of(first, second));
    notifier.purged(3);
    notifier.published(2);

    assertThat(List.of(first.purged, first.published)).containsExactly(3, 2);
    assertThat(List.of(second.purged, second.published)).containsExactly(3, 2);
  }

  @Test
  void aPurgeThatFoundNothingWritesNoLine() {
    Notifier notifier = new Notifier(List.of());
    notifier.purged(0);
    notifier.purged(1);

    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("purged 1 expired records");
  }

  private static final class Counting implements SemelListener {
    private int purged;
    private int published;

    @Override
    public void onChange(StateChange change) {}

    @Override
    public void onPurged(int records) {
      purged += records;
    }

    @Override
    public void onPublished(int events) {
      published += events;
    }
  }

  @Test
  void aListenerThatThrowsDoesNoHarmAndTheOthersAreTold() {
    List<StateChange> heard = new ArrayList<>();
    Notifier notifier =
        new Notifier(
            List.of(
                change -> {
                  throw new IllegalStateException("broken listener");
                },
                heard::add));
    notifier.tell(new StateChange.Mismatched(INTENT));

    assertThat(heard).hasSize(1);
  }

  private static List<StateChange> oneOfEach() {
    return List.of(
        new StateChange.Executed(INTENT, 1, Duration.ofMillis(3)),
        new StateChange.Replayed(INTENT, State.EXECUTED),
        new StateChange.Rejected(INTENT, new Rejection("NO", "detail"), true),
        new StateChange.InProgress(INTENT, Duration.ofSeconds(1)),
        new StateChange.Mismatched(INTENT),
        new StateChange.Unknown(INTENT, "no reply"),
        new StateChange.Retrying(INTENT, 1, FAILURE, Duration.ofMillis(5)),
        new StateChange.Failed(INTENT, 10, FAILURE),
        new StateChange.Outrun(INTENT),
        new StateChange.EventsKnown(INTENT, 1),
        new StateChange.LeaseGranted(INTENT, 1),
        new StateChange.LeaseRenewed(INTENT, 1),
        new StateChange.LeaseLost(INTENT, 1),
        new StateChange.LeaseReleased(INTENT, 1, "busy"),
        new StateChange.LeaseSettled(INTENT, 1, State.EXECUTED),
        new StateChange.Recovered(INTENT, 1, Classification.ABANDONED, "gone"),
        new StateChange.MessageIgnored(INTENT, 3),
        new StateChange.MessageParked(INTENT, 2),
        new StateChange.MessageGap(INTENT, 2),
        new StateChange.MessageOverdue(INTENT, "waits for version 2"),
        new StateChange.MessagePostponed(INTENT, 1, Duration.ofSeconds(1), "secret-key"),
        new StateChange.MessageDead(INTENT, 3, "secret-key"));
  }
}
