package dev.semel.demo.storm;

import dev.semel.demo.database.Database;
import java.net.http.HttpClient;
import tools.jackson.databind.json.JsonMapper;

/** What every storm works with. Storms only ever meet the demo itself, on this machine. */
record StormParts(
    Database database,
    StormChecker checker,
    StormEvents events,
    HttpClient http,
    JsonMapper json,
    int port) {
  String host() {
    return "127.0.0.1";
  }

  StormClient client(String toHost, int toPort, Counters counters) {
    return new StormClient(http, "http://%s:%d".formatted(toHost, toPort), counters, json);
  }
}
