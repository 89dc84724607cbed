package dev.semel.demo.storm;

import dev.semel.client.ClientIntent;
import dev.semel.client.ClientOutcome;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One thing to be done, and what was said about it. All calls for it share the key. Safe for use by
 * many threads.
 */
final class StormIntent {
  private static final int CREATED = 201;

  private final int number;
  private final Kind kind;
  private final ClientIntent intent;
  private boolean begun;
  private boolean differing;
  private @Nullable Answer answer;

  /** What the caller was told. */
  private record Answer(int status, String body) {}

  /** What is to be done. */
  enum Kind {
    OPEN_CASE("caseId"),
    ADD_NOTE("noteId");

    private final String idMember;

    Kind(String idMember) {
      this.idMember = idMember;
    }
  }

  StormIntent(int number, Kind kind, ClientIntent intent) {
    this.number = number;
    this.kind = kind;
    this.intent = intent;
  }

  int number() {
    return number;
  }

  Kind kind() {
    return kind;
  }

  /** What to send; from now on it must be settled. */
  synchronized ClientIntent begin() {
    begun = true;
    return intent;
  }

  synchronized boolean isBegun() {
    return begun;
  }

  synchronized boolean isAnswered() {
    return answer != null;
  }

  /** Remembers the first answer, and whether all others are the same; returns whether it was it. */
  synchronized boolean answered(ClientOutcome<String> outcome) {
    if (!(outcome instanceof ClientOutcome.Answered<String> answered)) {
      return false;
    }
    HttpResponse<String> response = answered.response();
    Answer next = new Answer(response.statusCode(), response.body());
    boolean first = answer == null;
    if (first) {
      answer = next;
    } else if (!next.equals(answer)) {
      differing = true;
    }
    return first;
  }

  /** What the callers know of it. */
  synchronized Acknowledgement acknowledgement(JsonMapper json) {
    return new Acknowledgement(
        number, answer == null ? null : answer.status(), idIn(answer, json), differing);
  }

  private @Nullable UUID idIn(@Nullable Answer told, JsonMapper json) {
    if (told == null || told.status() != CREATED) {
      return null;
    }
    JsonNode id = json.readTree(told.body()).path(kind.idMember);
    return id.isString() ? UUID.fromString(id.stringValue()) : null;
  }
}
