package dev.semel.torture.load;

import dev.semel.client.AttemptReport;
import dev.semel.client.ClientIntent;
import dev.semel.client.ClientListener;
import dev.semel.client.ClientOutcome;
import dev.semel.client.RetentionSettings;
import dev.semel.client.RetrySettings;
import dev.semel.client.SemelClient;
import dev.semel.client.StopReason;
import dev.semel.torture.bank.Op;
import dev.semel.torture.check.HistoryEntry;
import dev.semel.torture.check.HistoryEntry.Kind;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sends intents through the client library and writes down every attempt and every answer. For one
 * thread; each has its own.
 */
final class Teller implements ClientListener {
  private static final RetrySettings RETRIES =
      RetrySettings.standard()
          .attempts(3)
          .within(Duration.ofSeconds(6))
          .attemptTimeout(Duration.ofSeconds(4))
          .backoff(Duration.ofMillis(50), Duration.ofMillis(800));

  /** Covers clocks that are off, and requests that arrive late. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final String name;
  private final Round round;
  private final List<Integer> ports;
  private final HistoryWriter history;
  private final Map<Op, SemelClient> clients = new EnumMap<>(Op.class);
  private @Nullable Pursuit current;

  /**
   * @param ports of the nodes, through their proxies
   */
  Teller(String name, Round round, List<Integer> ports, HttpClient http, HistoryWriter history) {
    this.name = name;
    this.round = round;
    this.ports = ports;
    this.history = history;
    for (Op op : Op.values()) {
      clients.put(
          op,
          SemelClient.builder()
              .httpClient(http)
              .retrying(RETRIES)
              .retention(RetentionSettings.standard().margin(MARGIN).lifetime(op.retention()))
              .listener(this)
              .build());
    }
  }

  /** Asks up to so many nodes. Returns whether it is over. */
  boolean pursue(Pursuit pursuit, int rounds) {
    for (int i = 0; i < rounds && !Thread.currentThread().isInterrupted(); i++) {
      ask(pursuit);
      if (pursuit.isEnded()) {
        return true;
      }
      pursuit.nextNode(ports.size());
    }
    return false;
  }

  /** Asks one node, also for what was answered before. Returns whether it answered. */
  boolean ask(Pursuit pursuit) {
    note(pursuit, round.sent(), null, null, null);
    current = pursuit;
    ClientIntent request = pursuit.request(ports.get(pursuit.node()));
    SemelClient client = Objects.requireNonNull(clients.get(pursuit.intent().op()));
    ClientOutcome<String> outcome = client.send(request, BodyHandlers.ofString());
    pursuit.attempted(request);
    return end(pursuit, outcome);
  }

  private boolean end(Pursuit pursuit, ClientOutcome<String> outcome) {
    if (outcome instanceof ClientOutcome.Answered<String> answered) {
      String replayed = answered.replayed() ? "replayed" : null;
      note(
          pursuit,
          round.answered(),
          answered.response().statusCode(),
          answered.response().body(),
          replayed);
      pursuit.answer(answered.response().body());
      return true;
    }
    if (outcome instanceof ClientOutcome.Failed<String> failed) {
      note(pursuit, Kind.FAILED, null, null, failed.reason().name());
      return false;
    }
    ClientOutcome.Unknown<String> unknown = (ClientOutcome.Unknown<String>) outcome;
    note(pursuit, Kind.UNKNOWN, null, null, unknown.reason().name());
    if (unknown.reason() == StopReason.RETENTION_OVER) {
      pursuit.giveUp();
    }
    return false;
  }

  @Override
  public void onAttempt(AttemptReport attempt) {
    Throwable failure = attempt.failure();
    String note = failure == null ? null : failure.getClass().getSimpleName();
    note(Objects.requireNonNull(current), Kind.ATTEMPT, attempt.status(), null, note);
  }

  private void note(
      Pursuit pursuit,
      Kind kind,
      @Nullable Integer status,
      @Nullable String body,
      @Nullable String note) {
    history.write(
        new HistoryEntry(
            history.nowMillis(),
            kind,
            name,
            pursuit.intent(),
            pursuit.payload(),
            "node-" + pursuit.node(),
            status,
            body,
            note));
  }
}
