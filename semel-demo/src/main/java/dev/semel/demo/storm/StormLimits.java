package dev.semel.demo.storm;

import dev.semel.demo.storm.StormSettings.Range;

/**
 * The limits of a storm, for those who want to choose.
 *
 * @param databaseRestarts none if the database is not the demo's own
 */
public record StormLimits(
    Range clients,
    Range intents,
    Range duplicates,
    Range lostReplies,
    Range killedConnections,
    Range databaseRestarts) {
  static final Range CLIENTS = new Range(1, 64, 16);
  static final Range INTENTS = new Range(1, 2_000, 200);
  static final Range DUPLICATES = new Range(0, 9, 2);
  static final Range LOST_REPLIES = new Range(0, 500, 20);
  static final Range KILLED_CONNECTIONS = new Range(0, 100, 10);
  static final Range DATABASE_RESTARTS = new Range(0, 5, 1);

  static StormLimits of(boolean databaseIsOurs) {
    return new StormLimits(
        CLIENTS,
        INTENTS,
        DUPLICATES,
        LOST_REPLIES,
        KILLED_CONNECTIONS,
        databaseIsOurs ? DATABASE_RESTARTS : new Range(0, 0, 0));
  }
}
