package dev.semel.testing.http;

/**
 * Names and statuses in which servers legitimately differ. Immutable.
 *
 * @param keyHeader request header that has the key
 * @param replayHeader response header that is {@code true} on replays
 * @param keyMissing status of a request without a key
 * @param keyMalformed status of a request whose key is malformed
 * @param mismatch status of a request whose key was used with another request
 * @param inProgress status of a duplicate whose first attempt is in progress
 */
public record ConformanceSettings(
    String keyHeader,
    String replayHeader,
    int keyMissing,
    int keyMalformed,
    int mismatch,
    int inProgress) {

  /** Returns what the draft standard says, and {@code Idempotent-Replayed}. */
  public static ConformanceSettings standard() {
    return new ConformanceSettings("Idempotency-Key", "Idempotent-Replayed", 400, 400, 422, 409);
  }

  public ConformanceSettings keyHeader(String name) {
    return new ConformanceSettings(
        name, replayHeader, keyMissing, keyMalformed, mismatch, inProgress);
  }

  public ConformanceSettings replayHeader(String name) {
    return new ConformanceSettings(keyHeader, name, keyMissing, keyMalformed, mismatch, inProgress);
  }

  public ConformanceSettings keyMissing(int status) {
    return new ConformanceSettings(
        keyHeader, replayHeader, status, keyMalformed, mismatch, inProgress);
  }

  public ConformanceSettings keyMalformed(int status) {
    return new ConformanceSettings(
        keyHeader, replayHeader, keyMissing, status, mismatch, inProgress);
  }

  public ConformanceSettings mismatch(int status) {
    return new ConformanceSettings(
        keyHeader, replayHeader, keyMissing, keyMalformed, status, inProgress);
  }

  public ConformanceSettings inProgress(int status) {
    return new ConformanceSettings(
        keyHeader, replayHeader, keyMissing, keyMalformed, mismatch, status);
  }
}
