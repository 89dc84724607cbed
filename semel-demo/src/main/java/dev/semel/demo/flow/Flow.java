package dev.semel.demo.flow;

import dev.semel.demo.broker.Broker;
import dev.semel.demo.broker.NoBrokerException;
import dev.semel.demo.dashboard.Dashboard;
import dev.semel.inbox.Inbox;
import dev.semel.postgres.PostgresInbox;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.RelayStatus;
import dev.semel.relay.ReplayRequest;
import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Events on their way: a relay brings them from the outbox to Kafka, a consumer from there to the
 * dashboard. Starts last and stops first. Safe for use by several threads.
 */
@Component
@DependsOnDatabaseInitialization
public class Flow implements SmartLifecycle {
  private final Broker broker;
  private final DataSource database;
  private final Dashboard dashboard;
  private final FlowCounters counters;
  private final Inbox inbox;
  private volatile @Nullable Parts parts;

  /**
   * Ready to start.
   *
   * @param store has made the tables
   */
  Flow(
      Broker broker,
      DataSource database,
      PostgresStore store,
      Dashboard dashboard,
      FlowCounters counters) {
    this.broker = broker;
    this.database = database;
    this.dashboard = dashboard;
    this.counters = counters;
    this.inbox = Inbox.builder(PostgresInbox.on(database)).listener(counters.ofInbox()).build();
  }

  /** What runs. */
  private record Parts(TopicAdmin admin, Outgoing outgoing, Incoming incoming) {}

  /** Without a broker, events stay in the outbox. */
  @Override
  public void start() {
    if (!broker.isThere() || parts != null) {
      return;
    }
    TopicAdmin admin = new TopicAdmin(broker);
    // A Kafka whose data are gone is another Kafka: a relay of its own gives it everything again.
    String relay = "kafka-" + admin.clusterId();
    Outgoing outgoing = new Outgoing(PostgresRelays.on(database), relay, broker, counters);
    Incoming incoming = new Incoming(inbox, Dashboard.CONSUMER, dashboard, broker);
    outgoing.start();
    incoming.start();
    parts = new Parts(admin, outgoing, incoming);
  }

  @Override
  public void stop() {
    Parts stopping = parts;
    parts = null;
    if (stopping != null) {
      stopping.outgoing.close();
      stopping.incoming.close();
      stopping.admin.close();
    }
  }

  @Override
  public boolean isRunning() {
    return parts != null;
  }

  private Parts parts() {
    Parts running = parts;
    if (running == null) {
      throw new NoBrokerException("events stay in the outbox; nothing carries them on");
    }
    return running;
  }

  /** Something was committed. */
  void wakeUp() {
    Parts running = parts;
    if (running != null) {
      running.outgoing.wakeUp();
    }
  }

  RelayStatus relayStatus() {
    return parts().outgoing.status();
  }

  DeadLetters relayDeadLetters() {
    return parts().outgoing.deadLetters();
  }

  Inbox inbox() {
    return inbox;
  }

  /** How many records are in the topic. */
  long records() {
    return parts().admin.records();
  }

  /** Where the topic ends now. */
  public Map<TopicPartition, Long> ends() {
    return parts().admin.ends();
  }

  /** How many records the consumer has not acknowledged. */
  public long lag() {
    return parts().admin.lag();
  }

  /** What happened since the start. */
  public FlowCounts counts() {
    return new FlowCounts(counters.duplicates(), counters.parked(), counters.dead());
  }

  /** Kills the relay after the broker took an event and before the relay saved that it did. */
  public boolean crashRelay(Runnable stir) {
    return parts().outgoing.crash(stir);
  }

  /** Kills the consumer after it committed its work and before it acknowledged it. */
  public boolean crashConsumer(Runnable stir) {
    return parts().incoming.crash(stir);
  }

  /** Has the last records of each partition delivered again. */
  public void rewind(int records) {
    Parts running = parts();
    running.incoming.pausedFor(() -> running.admin.rewind(records));
  }

  /** Lets some events overtake those before them. */
  public void overtake(Supplier<ReplayRequest> latest) {
    parts().outgoing.overtake(latest);
  }
}
