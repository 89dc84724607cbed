package dev.semel.demo.storm;

import dev.semel.JdbcEffect;
import dev.semel.demo.broker.Broker;
import dev.semel.demo.database.Database;
import dev.semel.demo.input.InvalidInputException;
import dev.semel.demo.problems.Refusal;
import java.net.http.HttpClient;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/**
 * The storms since the start, of which one runs at a time. They are in memory alone: whoever looks
 * at one must be answered while the database is down. Safe for use by several threads.
 */
@Component
class Storms {
  private static final int MAX_REMEMBERED = 20;

  private final Database database;
  private final Broker broker;
  private final StormEvents events;
  private final JsonMapper json;
  private final Environment environment;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Deque<Entry> entries = new ArrayDeque<>();

  Storms(
      Database database,
      Broker broker,
      StormEvents events,
      JsonMapper json,
      Environment environment) {
    this.database = database;
    this.broker = broker;
    this.events = events;
    this.json = json;
    this.environment = environment;
  }

  private record Entry(UUID stormId, StormRun run) {}

  StormLimits limits() {
    return StormLimits.of(database.isOurs(), broker.isThere());
  }

  /**
   * Starts a storm, unless one runs. It begins when the command has committed, so that a command
   * that is rolled back and run again starts one storm, not two.
   */
  StormStarted start(JdbcEffect effect, StormSettings settings) {
    refuseWhatCannotBe(settings);
    UUID stormId = UUID.randomUUID();
    Entry entry = new Entry(stormId, new StormRun(stormId, settings, parts()));
    add(entry);
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCompletion(int status) {
            if (status == STATUS_COMMITTED) {
              Threads.named("storm").newThread(entry.run()).start();
            } else {
              remove(entry);
            }
          }
        });
    effect.audit("START_STORM", stormId.toString(), null);
    return new StormStarted(stormId);
  }

  private void refuseWhatCannotBe(StormSettings settings) {
    if (settings.databaseRestarts() > 0 && !database.isOurs()) {
      throw new InvalidInputException(
          "databaseRestarts", "the database of --url is not the demo's to restart; give 0");
    }
    if (settings.brokerFaults() > 0 && !broker.isThere()) {
      throw new InvalidInputException(
          "rewinds", "there is no broker to interfere with; give 0, here and in what follows");
    }
  }

  private StormParts parts() {
    int port = environment.getRequiredProperty("local.server.port", Integer.class);
    return new StormParts(database, new StormChecker(database), events, http, json, port);
  }

  private synchronized void add(Entry entry) {
    if (!entries.isEmpty() && !entries.getLast().run().isOver()) {
      throw Refusal.STORM_RUNNING.because("wait for its end, or stop it");
    }
    entries.addLast(entry);
    if (entries.size() > MAX_REMEMBERED) {
      entries.removeFirst();
    }
  }

  private synchronized void remove(Entry entry) {
    entries.remove(entry);
  }

  /** The latest storm; null if there was none. */
  synchronized @Nullable StormRun latest() {
    return entries.isEmpty() ? null : entries.getLast().run();
  }

  synchronized StormRun find(UUID stormId) {
    return entries.stream()
        .filter(entry -> entry.stormId().equals(stormId))
        .findFirst()
        .map(Entry::run)
        .orElseThrow(
            () -> Refusal.NO_SUCH_STORM.because("it is forgotten, or never was; start another"));
  }
}
