package dev.semel.demo.storm;

import dev.semel.demo.input.Input;

/**
 * How hard it blows. Immutable.
 *
 * @param clients how many send at a time
 * @param intents how many different things they want done
 * @param duplicates how often each intent is sent once more, by another client
 * @param lostReplies how many replies are lost between server and client
 * @param killedConnections how many connections to the database are killed
 * @param databaseRestarts how often the database is crashed and started again
 * @param rewinds how often the consumer's offsets are set back, so that records come again
 * @param consumerKills how often the consumer is killed between its commit and its acknowledgement
 * @param relayKills how often the relay is killed between publishing and saving that it has
 * @param reorderings how often later events overtake earlier ones
 * @param poisonedEvents how many events the dashboard chokes on, until they are redriven
 */
public record StormSettings(
    Integer clients,
    Integer intents,
    Integer duplicates,
    Integer lostReplies,
    Integer killedConnections,
    Integer databaseRestarts,
    Integer rewinds,
    Integer consumerKills,
    Integer relayKills,
    Integer reorderings,
    Integer poisonedEvents) {

  public StormSettings {
    clients = StormLimits.CLIENTS.checked("clients", clients);
    intents = StormLimits.INTENTS.checked("intents", intents);
    duplicates = StormLimits.DUPLICATES.checked("duplicates", duplicates);
    lostReplies = StormLimits.LOST_REPLIES.checked("lostReplies", lostReplies);
    killedConnections =
        StormLimits.KILLED_CONNECTIONS.checked("killedConnections", killedConnections);
    databaseRestarts = StormLimits.DATABASE_RESTARTS.checked("databaseRestarts", databaseRestarts);
    rewinds = StormLimits.REWINDS.checked("rewinds", rewinds);
    consumerKills = StormLimits.CONSUMER_KILLS.checked("consumerKills", consumerKills);
    relayKills = StormLimits.RELAY_KILLS.checked("relayKills", relayKills);
    reorderings = StormLimits.REORDERINGS.checked("reorderings", reorderings);
    poisonedEvents = StormLimits.POISONED_EVENTS.checked("poisonedEvents", poisonedEvents);
  }

  /** How often events are interfered with. */
  int brokerFaults() {
    return rewinds + consumerKills + relayKills + reorderings + poisonedEvents;
  }

  int calls() {
    return intents * (1 + duplicates);
  }

  /**
   * What a number may be.
   *
   * @param standard what it is unless told
   */
  public record Range(int min, int max, int standard) {
    int checked(String field, Integer value) {
      return Input.between(field, value == null ? Integer.valueOf(standard) : value, min, max);
    }
  }
}
