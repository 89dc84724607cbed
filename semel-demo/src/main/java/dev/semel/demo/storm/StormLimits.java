package dev.semel.demo.storm;

import dev.semel.demo.storm.StormSettings.Range;

/**
 * The limits of a storm, for those who want to choose.
 *
 * @param databaseRestarts none if the database is not the demo's own
 * @param rewinds none of this and what follows if there is no broker
 */
public record StormLimits(
    Range clients,
    Range intents,
    Range duplicates,
    Range lostReplies,
    Range killedConnections,
    Range databaseRestarts,
    Range rewinds,
    Range consumerKills,
    Range relayKills,
    Range reorderings,
    Range poisonedEvents) {
  static final Range CLIENTS = new Range(1, 64, 16);
  static final Range INTENTS = new Range(1, 2_000, 200);
  static final Range DUPLICATES = new Range(0, 9, 2);
  static final Range LOST_REPLIES = new Range(0, 500, 20);
  static final Range KILLED_CONNECTIONS = new Range(0, 100, 10);
  static final Range DATABASE_RESTARTS = new Range(0, 5, 1);

  static final Range REWINDS = new Range(0, 10, 1);
  static final Range CONSUMER_KILLS = new Range(0, 10, 1);
  static final Range RELAY_KILLS = new Range(0, 10, 1);
  static final Range REORDERINGS = new Range(0, 10, 1);
  static final Range POISONED_EVENTS = new Range(0, 20, 1);

  private static final Range NONE = new Range(0, 0, 0);

  static StormLimits of(boolean databaseIsOurs, boolean hasBroker) {
    return new StormLimits(
        CLIENTS,
        INTENTS,
        DUPLICATES,
        LOST_REPLIES,
        KILLED_CONNECTIONS,
        databaseIsOurs ? DATABASE_RESTARTS : NONE,
        hasBroker ? REWINDS : NONE,
        hasBroker ? CONSUMER_KILLS : NONE,
        hasBroker ? RELAY_KILLS : NONE,
        hasBroker ? REORDERINGS : NONE,
        hasBroker ? POISONED_EVENTS : NONE);
  }
}
