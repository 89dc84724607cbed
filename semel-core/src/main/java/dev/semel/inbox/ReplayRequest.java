package dev.semel.inbox;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which kept messages of one consumer are given to another, in their order, without the broker.
 *
 * @param from the consumer whose stored messages are taken
 * @param to the consumer that gets them; those it has had already are left out
 * @param type only these, or null
 * @param tenant only of this tenant, or null
 * @param key only of this thing, or null
 * @param since only what was received at or after, or null
 */
public record ReplayRequest(
    String from,
    String to,
    @Nullable String type,
    @Nullable String tenant,
    @Nullable String key,
    @Nullable Instant since) {
  public ReplayRequest {
    if (from.equals(to)) {
      throw new IllegalArgumentException(
          "a replay goes to another consumer; to apply again under the same name, redrive");
    }
  }

  public static ReplayRequest of(String from, String to) {
    return new ReplayRequest(from, to, null, null, null, null);
  }

  public ReplayRequest type(String only) {
    return new ReplayRequest(from, to, only, tenant, key, since);
  }

  public ReplayRequest tenant(String only) {
    return new ReplayRequest(from, to, type, only, key, since);
  }

  public ReplayRequest key(String only) {
    return new ReplayRequest(from, to, type, tenant, only, since);
  }

  public ReplayRequest since(Instant time) {
    return new ReplayRequest(from, to, type, tenant, key, time);
  }
}
