package dev.semel.demo.flow;

import dev.semel.demo.broker.NoBrokerException;
import dev.semel.demo.dashboard.Dashboard;
import dev.semel.demo.dashboard.Poison;
import dev.semel.demo.flow.FlowView.Letter;
import dev.semel.demo.flow.FlowView.Place;
import dev.semel.demo.notices.NoticeWebhooks;
import dev.semel.demo.tokens.User;
import dev.semel.inbox.InboxRecords;
import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageId;
import dev.semel.inbox.MessageState;
import dev.semel.relay.DeadLetter;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.DeadLetters.Decision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Events that were given up, by a relay or by the dashboard, and how they are tried again. Users
 * see to those of their tenant, and everybody to those of storms.
 */
@Component
public class DeadEvents {
  private static final String CONSUMER = Dashboard.CONSUMER.name();
  private static final String STORM = "storm";
  private static final int MAX_LETTERS = 100;
  private static final int MAX_PARKED = 1_000;

  private final Flow flow;
  private final NoticeWebhooks notices;
  private final Poison poison;

  DeadEvents(Flow flow, NoticeWebhooks notices, Poison poison) {
    this.flow = flow;
    this.notices = notices;
    this.poison = poison;
  }

  /** The oldest first, those of relays before those of the dashboard. */
  List<Letter> list(User user) {
    List<Letter> letters = new ArrayList<>();
    of(flow.relayDeadLetters(), user).forEach(letter -> letters.add(view(Place.RELAY, letter)));
    of(notices.deadLetters(), user).forEach(letter -> letters.add(view(Place.POST, letter)));
    List<KeptMessage> dead = ofDashboard(user);
    Map<String, Long> parked = dead.isEmpty() ? Map.of() : parkedByCase();
    dead.forEach(message -> letters.add(view(message, parked)));
    return letters;
  }

  /**
   * Lets dead letters be tried again; what waits behind them follows. Without a broker nothing is:
   * each is redriven by a transaction of its own, so that a later refusal would not take it back.
   *
   * @param eventId which; null for all
   * @return how many
   * @throws NoBrokerException if nothing carries events on
   */
  public int redrive(User user, @Nullable String eventId) {
    DeadLetters relayed = flow.relayDeadLetters();
    DeadLetters posted = notices.deadLetters();
    int redriven = 0;
    for (KeptMessage dead : ofDashboard(user)) {
      MessageId id = dead.message().id();
      if (eventId == null || id.id().equals(eventId)) {
        poison.mend(id);
        redriven += records().redrive(CONSUMER, id) ? 1 : 0;
      }
    }
    redriven += redrive(relayed, user, eventId);
    redriven += redrive(posted, user, eventId);
    flow.wakeUp();
    notices.wakeUp();
    return redriven;
  }

  private static int redrive(DeadLetters letters, User user, @Nullable String eventId) {
    Decision decision = new Decision(user.user(), "redriven on the page");
    int redriven = 0;
    for (DeadLetter letter : of(letters, user)) {
      UUID id = letter.event().id();
      if (eventId == null || id.toString().equals(eventId)) {
        redriven += letters.redrive(id, decision) ? 1 : 0;
      }
    }
    return redriven;
  }

  private InboxRecords records() {
    return flow.inbox().records();
  }

  private List<KeptMessage> ofDashboard(User user) {
    List<KeptMessage> dead = new ArrayList<>();
    for (String tenant : tenantsOf(user)) {
      dead.addAll(records().list(CONSUMER, MessageState.DEAD, tenant, MAX_LETTERS));
    }
    dead.sort(Comparator.comparing(KeptMessage::receivedAt));
    return dead;
  }

  private static List<DeadLetter> of(DeadLetters letters, User user) {
    List<DeadLetter> found = new ArrayList<>();
    for (String tenant : tenantsOf(user)) {
      found.addAll(letters.list(DeadLetterFilter.all().tenant(tenant), MAX_LETTERS));
    }
    found.sort(Comparator.comparing(DeadLetter::parkedAt));
    return found;
  }

  private static Set<String> tenantsOf(User user) {
    return new TreeSet<>(List.of(STORM, user.tenant()));
  }

  private Map<String, Long> parkedByCase() {
    return records().list(CONSUMER, MessageState.PARKED, MAX_PARKED).stream()
        .map(parked -> String.valueOf(parked.message().key()))
        .collect(Collectors.groupingBy(key -> key, Collectors.counting()));
  }

  private static Letter view(Place place, DeadLetter letter) {
    return new Letter(
        place,
        letter.event().id().toString(),
        letter.event().aggregateId(),
        letter.event().type(),
        letter.event().aggregateVersion(),
        letter.reason(),
        letter.parkedAt(),
        letter.waiting());
  }

  private static Letter view(KeptMessage dead, Map<String, Long> parked) {
    Message message = dead.message();
    String caseId = String.valueOf(message.key());
    return new Letter(
        Place.DASHBOARD,
        message.id().id(),
        caseId,
        String.valueOf(message.type()),
        message.version(),
        Objects.requireNonNullElse(dead.reason(), ""),
        dead.receivedAt(),
        parked.getOrDefault(caseId, 0L));
  }
}
