package dev.semel.demo.flow;

import dev.semel.demo.notices.NoticeWebhooks.NoticeCounts;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events on their way, as they are now. Numbers are of all tenants together; the dead letters are
 * those of the one who asks, and of storms.
 *
 * @param poisoned how many of the next events the dashboard will choke on
 */
public record FlowView(
    Outbox outbox,
    Topic topic,
    Consumer dashboard,
    NoticeCounts notices,
    List<Letter> deadLetters,
    int poisoned) {

  /**
   * Where events begin.
   *
   * @param committed events that were ever written
   * @param waiting those of them that are not published, as far as the relay has saved
   * @param oldestWaitingMillis since when the oldest of them waits; null if none does
   * @param held those that failed or wait behind one that did
   * @param dead those that were given up
   */
  public record Outbox(
      long committed, long waiting, @Nullable Long oldestWaitingMillis, long held, long dead) {}

  /**
   * Kafka.
   *
   * @param records what is in the topic
   * @param repeated those of them that are there once more, because somebody was killed or replayed
   */
  public record Topic(String name, long records, long repeated) {}

  /**
   * The dashboard's side.
   *
   * @param applied events, ever
   * @param duplicates messages that came again and were dropped, since the start
   * @param lag records that were not acknowledged yet
   * @param parked messages that wait for one before them
   * @param parkedSoFar messages that came too early, since the start
   * @param dead messages that were given up and wait for somebody to redrive them
   */
  public record Consumer(
      long applied, long duplicates, long lag, long parked, long parkedSoFar, long dead) {}

  /** Who gave up on an event. */
  public enum Place {
    RELAY,
    DASHBOARD,
    POST
  }

  /**
   * An event that was given up, for the time being.
   *
   * @param version of the case; null if it has none
   * @param waiting how many events of its case wait behind it
   */
  public record Letter(
      Place place,
      String eventId,
      String caseId,
      String type,
      @Nullable Long version,
      String reason,
      Instant since,
      long waiting) {}
}
