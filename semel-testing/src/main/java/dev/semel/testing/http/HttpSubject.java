package dev.semel.testing.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server that is checked: an endpoint that takes keys, and ways to observe it. The first three
 * methods are required. A check that needs an optional one is skipped, and the report says so.
 */
public interface HttpSubject {
  /** Returns a valid request with a payload that no other request has. It has one effect. */
  SampleRequest fresh();

  /** Returns the same request with another valid payload. */
  SampleRequest changed(SampleRequest request);

  /** Returns how many effects a request has had so far, counted where they are stored. */
  long effects(SampleRequest request);

  /** Returns the same request as another caller sends it; null if there is only one caller. */
  default @Nullable SampleRequest asOtherCaller(SampleRequest request) {
    return null;
  }

  /** Returns a new request that its handler refuses with a 4xx; null if there is none. */
  default @Nullable SampleRequest rejected() {
    return null;
  }

  /** Returns a new request that gets a 5xx once and succeeds then; null if there is none. */
  default @Nullable SampleRequest failingOnce() {
    return null;
  }

  /** Returns a new request that can be kept at work; null if there is none. */
  default @Nullable HeldRequest held() {
    return null;
  }

  /** Returns what the server answers where servers legitimately differ. */
  default ConformanceSettings settings() {
    return ConformanceSettings.standard();
  }

  /** Returns the checks that do not apply to the server, each with the reason. */
  default Map<ConformanceCheck, String> skipped() {
    return Map.of();
  }
}
