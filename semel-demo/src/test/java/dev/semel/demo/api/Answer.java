package dev.semel.demo.api;

import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the service said. */
record Answer(HttpResponse<String> response) {
  private static final JsonMapper JSON = JsonMapper.shared();

  int status() {
    return response.statusCode();
  }

  String body() {
    return response.body();
  }

  JsonNode json() {
    return JSON.readTree(body());
  }

  /** A member of the body, as text. */
  String text(String member) {
    return json().path(member).asString();
  }

  String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  boolean isReplay() {
    return header("Idempotent-Replayed").equals("true");
  }

  @Override
  public String toString() {
    return status() + " " + body();
  }
}
