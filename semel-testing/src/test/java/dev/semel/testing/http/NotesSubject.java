package dev.semel.testing.http;

import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/** The server of the tests, with all hooks. */
final class NotesSubject implements HttpSubject {
  private final NotesServer server;

  NotesSubject(NotesServer server) {
    this.server = server;
  }

  private SampleRequest note(String kind) {
    return SampleRequest.postJson(
            server.uri(), "{\"%s\":\"%s\"}".formatted(kind, UUID.randomUUID()))
        .header("Caller", "olga");
  }

  @Override
  public SampleRequest fresh() {
    return note("note");
  }

  @Override
  public SampleRequest changed(SampleRequest request) {
    return request.body(note("note").body());
  }

  @Override
  public long effects(SampleRequest request) {
    return server.effects(request.body());
  }

  @Override
  public SampleRequest asOtherCaller(SampleRequest request) {
    return request.header("Caller", "sam");
  }

  @Override
  public SampleRequest rejected() {
    return note("rejected");
  }

  @Override
  public SampleRequest failingOnce() {
    return note("failing");
  }

  @Override
  public HeldRequest held() {
    SampleRequest request = note("held");
    server.entered = new CountDownLatch(1);
    server.mayEnd = new CountDownLatch(1);
    return new HeldRequest() {
      @Override
      public SampleRequest request() {
        return request;
      }

      @Override
      public void awaitRunning() {
        try {
          server.entered.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }

      @Override
      public void release() {
        server.mayEnd.countDown();
      }
    };
  }
}
