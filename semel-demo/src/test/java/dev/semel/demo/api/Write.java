package dev.semel.demo.api;

import org.jspecify.annotations.Nullable;

/** What clients can have done, and what must have been done before. */
enum Write {
  OPEN("", "{\"source\": \"test\", \"complaintRef\": \"KEY\", \"subject\": \"A complaint\"}"),
  APPROVE("/approve", Write.REASON),
  ESCALATE("/escalate", Write.REASON),
  CLOSE("/close", Write.REASON),
  REOPEN("/reopen", Write.REASON, CLOSE),
  ASSIGN("/assignment", "{\"officer\": \"olga\"}"),
  START_TIMER("/timers", "{\"type\": \"APPEAL\", \"dueInHours\": 5}"),
  STOP_TIMER("/timers/APPEAL/stop", Write.REASON, START_TIMER),
  SUBMIT_EVIDENCE(
      "/evidence", "{\"name\": \"a.pdf\", \"sha256\": \"" + "0123456789abcdef".repeat(4) + "\"}"),
  ADD_NOTE("/notes", "{\"text\": \"she called\"}"),
  POST_FEE("/fees", "{\"amountCents\": 100, \"currency\": \"EUR\", \"sourceOperation\": \"KEY\"}"),
  SEND_NOTICE(
      "/notices", "{\"recipient\": \"a@b.example\", \"template\": \"APPROVED\", \"event\": \"X\"}");

  private static final String REASON = "{\"reason\": \"the facts are clear\"}";

  private final String path;
  private final String body;
  private final @Nullable Write before;

  Write(String path, String body) {
    this(path, body, null);
  }

  Write(String path, String body, @Nullable Write before) {
    this.path = path;
    this.body = body;
    this.before = before;
  }

  /** Has it done to a case. */
  Answer send(Api api, String key, String caseId) {
    return api.post("north-olga", key, place(caseId), body.replace("KEY", key));
  }

  String place(String caseId) {
    return this == OPEN ? "/api/cases" : "/api/cases/" + caseId + path;
  }

  /** Has done what must be done before. */
  void prepare(Api api, String caseId) {
    if (before != null) {
      before.send(api, Api.newKey(), caseId);
    }
  }
}
