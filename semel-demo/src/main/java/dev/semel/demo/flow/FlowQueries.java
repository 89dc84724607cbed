package dev.semel.demo.flow;

import dev.semel.demo.broker.Broker;
import dev.semel.demo.dashboard.Dashboard;
import dev.semel.demo.dashboard.Poison;
import dev.semel.demo.flow.FlowView.Consumer;
import dev.semel.demo.flow.FlowView.Outbox;
import dev.semel.demo.flow.FlowView.Topic;
import dev.semel.demo.notices.NoticeWebhooks;
import dev.semel.demo.problems.Reading;
import dev.semel.demo.tokens.User;
import dev.semel.inbox.MessageState;
import dev.semel.relay.RelayStatus;
import java.time.Duration;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;

/** Events on their way, to look at. */
@Reading
class FlowQueries {
  private final Flow flow;
  private final FlowCounters counters;
  private final DeadEvents deadEvents;
  private final NoticeWebhooks notices;
  private final Poison poison;
  private final Broker broker;
  private final JdbcClient jdbc;

  FlowQueries(
      Flow flow,
      FlowCounters counters,
      DeadEvents deadEvents,
      NoticeWebhooks notices,
      Poison poison,
      Broker broker,
      JdbcClient jdbc) {
    this.flow = flow;
    this.counters = counters;
    this.deadEvents = deadEvents;
    this.notices = notices;
    this.poison = poison;
    this.broker = broker;
    this.jdbc = jdbc;
  }

  /** What there is of events in the database. */
  record Counts(long committed, long applied) {}

  @GetMapping("/api/flow")
  FlowView flow(@RequestAttribute User user) {
    // Read against the stream: what is further down was further up before, so nothing seems to be
    // consumed that was not published.
    Map<MessageState, Long> kept = flow.inbox().records().counts(Dashboard.CONSUMER.name());
    long lag = flow.lag();
    Counts counts = jdbc.sql(FlowSql.COUNTS).query(Counts.class).single();
    RelayStatus relay = flow.relayStatus();
    return new FlowView(
        outbox(counts, relay),
        topic(counts.committed() - relay.waitingEvents() - relay.heldEvents()),
        new Consumer(
            counts.applied(),
            counters.duplicates(),
            lag,
            kept.getOrDefault(MessageState.PARKED, 0L),
            counters.parked(),
            kept.getOrDefault(MessageState.DEAD, 0L)),
        notices.counts(),
        deadEvents.list(user),
        poison.toCome(user.tenant()));
  }

  private static Outbox outbox(Counts counts, RelayStatus relay) {
    Duration oldest = relay.oldestWaiting();
    return new Outbox(
        counts.committed(),
        relay.waitingEvents(),
        oldest == null ? null : oldest.toMillis(),
        relay.heldEvents(),
        relay.deadLetters());
  }

  private Topic topic(long published) {
    long records = flow.records();
    return new Topic(broker.topic(), records, Math.max(0, records - published));
  }
}
