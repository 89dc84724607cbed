package dev.semel.spring.method;

import dev.semel.Event;
import dev.semel.RejectedException;
import dev.semel.Rejections;
import dev.semel.spring.CurrentEffect;
import dev.semel.spring.Idempotent;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.transaction.annotation.Transactional;

/** Opens cases. Every run of a method leaves a row, so that a second one shows. */
class Desk {
  record OpenCase(String commandId, String complaint) {}

  record CaseOpened(UUID caseId, Instant openedAt) {}

  /** Runs in the middle of a command. */
  interface Interruption {
    void happen(int run) throws Exception;
  }

  private final JdbcClient jdbc;
  private final CurrentEffect effect;
  private final AtomicInteger runs = new AtomicInteger();
  private volatile Interruption interruption = run -> {};

  Desk(JdbcClient jdbc, CurrentEffect effect) {
    this.jdbc = jdbc;
    this.effect = effect;
  }

  /** From now on this happens in the middle of every command. */
  void interruptedBy(Interruption next) {
    runs.set(0);
    interruption = next;
  }

  int runs() {
    return runs.get();
  }

  private CaseOpened insert(String commandId) {
    CaseOpened opened = new CaseOpened(UUID.randomUUID(), Instant.parse("2026-11-16T08:00:00Z"));
    jdbc.sql("INSERT INTO opened (command_id, case_id) VALUES (?, ?)")
        .params(commandId, opened.caseId())
        .update();
    return opened;
  }

  private void interrupt() throws IOException {
    try {
      interruption.happen(runs.incrementAndGet());
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Idempotent(operation = "open", key = "#request.commandId")
  public CaseOpened open(OpenCase request) throws IOException {
    CaseOpened opened = insert(request.commandId());
    interrupt();
    return opened;
  }

  @Idempotent(operation = "open-transactional", key = "#request.commandId")
  @Transactional
  public CaseOpened openTransactional(OpenCase request) throws IOException {
    return open(request);
  }

  @Idempotent(operation = "open-several", key = "#commandId")
  public List<CaseOpened> openSeveral(String commandId, int count) {
    return IntStream.range(0, count).mapToObj(i -> insert(commandId)).toList();
  }

  @Idempotent(operation = "by-state", key = "#p0")
  public Map<String, Optional<CaseOpened>> byState(String commandId) {
    return Map.of("OPEN", Optional.of(insert(commandId)), "CLOSED", Optional.empty());
  }

  @Idempotent(operation = "find", key = "#commandId")
  public Optional<CaseOpened> find(String commandId) {
    insert(commandId);
    return Optional.empty();
  }

  @Idempotent(operation = "nothing", key = "#commandId")
  public void nothing(String commandId) {
    insert(commandId);
  }

  @Idempotent(operation = "null", key = "#commandId")
  public @Nullable CaseOpened nothingFound(String commandId) {
    insert(commandId);
    return null;
  }

  @Idempotent(operation = "count", key = "#commandId")
  public long count(UUID commandId) {
    insert(commandId.toString());
    return runs.incrementAndGet();
  }

  @Idempotent(operation = "refuse", key = "#commandId")
  public void refuse(String commandId) {
    insert(commandId);
    throw new RejectedException("NO_OFFICER", "everybody is ill, run " + runs.incrementAndGet());
  }

  @Idempotent(operation = "refuse-anew", key = "#commandId", rejections = Rejections.JUDGED_ANEW)
  public void refuseAnew(String commandId) {
    refuse(commandId);
  }

  @Idempotent(operation = "patient", key = "#request.commandId", waitUpTo = "60s")
  public CaseOpened openPatiently(OpenCase request) throws IOException {
    return open(request);
  }

  @Idempotent(
      operation = "sent-at",
      key = "#commandId",
      fingerprint = {"#complaint", "#sentAt.epochSecond"})
  public CaseOpened openSentAt(String commandId, String complaint, Instant sentAt) {
    return insert(commandId);
  }

  @Idempotent(operation = "for-tenant", key = "#commandId", tenant = "#tenant", fingerprint = "#p0")
  public CaseOpened openFor(String commandId, String tenant) {
    return insert(commandId);
  }

  @Idempotent(operation = "keyed-by-bean", key = "@keys.of(#complaint)")
  public CaseOpened openByKeyOf(String complaint) {
    return insert(complaint);
  }

  @Idempotent(operation = "by-nobody", key = "#commandId", principal = "null")
  public CaseOpened openByNobody(String commandId) {
    return insert(commandId);
  }

  @PreAuthorize("hasAuthority('USER')")
  @Idempotent(operation = "restricted", key = "#commandId")
  public CaseOpened openRestricted(String commandId) {
    return insert(commandId);
  }

  @Idempotent(operation = "object-key", key = "#request")
  public void keyedByAnObject(OpenCase request) {
    insert(request.commandId());
  }

  @Idempotent(operation = "for-ever", key = "#commandId", retention = Idempotent.PERMANENT)
  public void forEver(String commandId) {
    insert(commandId);
  }

  @Idempotent(operation = "for-a-day", key = "#commandId", retention = "1d")
  public void forADay(String commandId) {
    insert(commandId);
  }

  @Idempotent(operation = "audited", key = "#commandId")
  public void audited(String commandId) throws SQLException {
    effect.audit("OPEN_CASE", commandId, "attempt " + effect.attempt());
    effect.publish(Event.of("case", commandId, "CaseOpened", "{}"));
    try (var statement = effect.connection().createStatement()) {
      statement.executeUpdate("INSERT INTO opened (command_id) VALUES ('%s')".formatted(commandId));
    }
  }
}
