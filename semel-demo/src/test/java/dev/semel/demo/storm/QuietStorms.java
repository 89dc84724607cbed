package dev.semel.demo.storm;

import dev.semel.demo.broker.Broker;
import dev.semel.demo.dashboard.Poison;
import dev.semel.demo.database.Database;
import dev.semel.demo.flow.DeadEvents;
import dev.semel.demo.flow.Flow;
import java.net.http.HttpClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.springframework.core.env.Environment;
import tools.jackson.databind.json.JsonMapper;

/**
 * Storms of which nothing comes: each fails before its first call and asks no database, so that
 * nobody is at work but whoever starts and stops them. Every node knows every storm.
 */
public class QuietStorms extends Storms {
  private static final StormSettings SMALLEST = new StormSettings(1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  private static final Database NOWHERE = new NoDatabase();

  private final StormParts parts;

  QuietStorms(
      Broker broker,
      Flow flow,
      DeadEvents deadEvents,
      Poison poison,
      JsonMapper json,
      Environment environment) {
    super(NOWHERE, broker, new NoEvents(broker, flow, deadEvents, poison), json, environment);
    StormEvents events = new NoEvents(broker, flow, deadEvents, poison);
    HttpClient http = HttpClient.newHttpClient();
    parts = new StormParts(NOWHERE, new StormChecker(NOWHERE), events, http, json, 0);
  }

  @Override
  synchronized StormRun find(UUID stormId) {
    return new StormRun(stormId, SMALLEST, parts);
  }

  /** Whether none runs, so that another may start. */
  public boolean isCalm() {
    StormRun latest = latest();
    return latest == null || latest.isOver();
  }

  /** Has none to begin with. */
  private static final class NoEvents extends StormEvents {
    NoEvents(Broker broker, Flow flow, DeadEvents deadEvents, Poison poison) {
      super(NOWHERE, broker, flow, deadEvents, poison);
    }

    @Override
    Map<TopicPartition, Long> ends() {
      throw new IllegalStateException("no storm is to blow here");
    }
  }

  /** Is always away. */
  private record NoDatabase() implements Database {
    @Override
    public Map<String, String> properties() {
      return Map.of();
    }

    @Override
    public Connection connect() throws SQLException {
      throw new SQLException("a quiet storm asks no database");
    }

    @Override
    public boolean isOurs() {
      return false;
    }

    @Override
    public void crashAndRestart() {
      throw new UnsupportedOperationException("there is no database to crash");
    }

    @Override
    public void close() {}
  }
}
