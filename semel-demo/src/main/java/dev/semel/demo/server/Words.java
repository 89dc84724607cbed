package dev.semel.demo.server;

import java.util.UUID;

/** What the program says on the terminal. */
final class Words {
  static final String USAGE =
      """
      usage: ./semel demo [options]

        --port <n>           where to listen (8080); 0 for any free port
        --data <folder>      keep the data here; without it they are gone at the end
        --url <jdbc url>     use a PostgreSQL of your own, such as jdbc:postgresql://localhost/casework
        --user <name>        its user
        --password <word>    its password, if it is not in ~/.pgpass
        --help               this text
      """;

  private static final int KEY_CHARACTERS = 8;

  private Words() {}

  /** The address and three lines to try, with a key that nobody has used. */
  static String ready(int port) {
    String key = UUID.randomUUID().toString().substring(0, KEY_CHARACTERS);
    return """

          http://localhost:%d/

        Open a case:
          %s

        Send the very same again. It is not opened twice: the answer is replayed.
          %s

        Send something else under the same key. It is refused.
          %s

        Tokens: north-olga, north-sam and north-bruno of one tenant, south-ines and south-pedro of another.
        Ctrl-C stops everything.
        """
        .formatted(
            port,
            curl(port, key, "Noise at night"),
            curl(port, key, "Noise at night"),
            curl(port, key, "Noise at noon"));
  }

  private static String curl(int port, String key, String subject) {
    return """
        curl -i localhost:%d/api/cases -H 'Authorization: Bearer north-olga' -H 'Idempotency-Key: %s' \
        -H 'Content-Type: application/json' -d '{"source":"curl","complaintRef":"%s","subject":"%s"}'"""
        .formatted(port, key, key, subject);
  }
}
