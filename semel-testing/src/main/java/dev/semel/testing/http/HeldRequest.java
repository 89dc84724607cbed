package dev.semel.testing.http;

/** A request whose handler stays at work until it is released. For one use. */
public interface HeldRequest {
  /** Returns a new valid request, which succeeds once it is released. */
  SampleRequest request();

  /** Waits until the handler of the request is at work. */
  void awaitRunning();

  /** Lets the handler end. May be called more than once. */
  void release();
}
