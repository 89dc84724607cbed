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
 */
public record StormSettings(
    Integer clients,
    Integer intents,
    Integer duplicates,
    Integer lostReplies,
    Integer killedConnections,
    Integer databaseRestarts) {

  public StormSettings {
    clients = StormLimits.CLIENTS.checked("clients", clients);
    intents = StormLimits.INTENTS.checked("intents", intents);
    duplicates = StormLimits.DUPLICATES.checked("duplicates", duplicates);
    lostReplies = StormLimits.LOST_REPLIES.checked("lostReplies", lostReplies);
    killedConnections =
        StormLimits.KILLED_CONNECTIONS.checked("killedConnections", killedConnections);
    databaseRestarts = StormLimits.DATABASE_RESTARTS.checked("databaseRestarts", databaseRestarts);
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
