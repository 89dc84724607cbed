package dev.semel.spring.internal.listener;

import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.MarkerRetention;
import dev.semel.inbox.VersionGuard;
import dev.semel.inbox.WorkSettings;
import dev.semel.spring.internal.IdempotentSettings;
import dev.semel.spring.listener.IdempotentListener;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What holds for listeners that say nothing of their own. Immutable.
 *
 * @param tenant null if it has to be told
 */
public record ListenerDefaults(
    @Nullable String tenant, MarkerRetention retention, WorkSettings work) {

  /** The settings of a method. */
  ConsumerSettings settingsOf(ListenerMethod method) {
    IdempotentListener says = method.settings();
    try {
      ConsumerSettings settings =
          ConsumerSettings.named(says.consumer(), tenantOf(method))
              .retention(retentionOf(says))
              .working(says.attempts() == 0 ? work : work.attempts(says.attempts()));
      VersionGuard guard = guardOf(says.versions());
      return guard == null ? settings : settings.inOrder(guard);
    } catch (IllegalArgumentException nonsense) {
      throw method.refused("is told nonsense: " + nonsense.getMessage(), "Mend the annotation");
    }
  }

  private String tenantOf(ListenerMethod method) {
    String told = method.settings().tenant();
    if (!told.isEmpty()) {
      return told;
    }
    if (tenant == null) {
      throw method.refused(
          "does not say whose data it changes where a message does not",
          "Say tenant = \"…\", or set semel.tenant");
    }
    return tenant;
  }

  private MarkerRetention retentionOf(IdempotentListener says) {
    Duration window =
        says.redeliveryWindow().isEmpty()
            ? retention.redeliveryWindow()
            : IdempotentSettings.duration("redeliveryWindow", says.redeliveryWindow());
    if (says.retention().isEmpty()) {
      return new MarkerRetention(window, retention.period());
    }
    return IdempotentListener.PERMANENT.equals(says.retention())
        ? new MarkerRetention(window, null)
        : new MarkerRetention(window, IdempotentSettings.duration("retention", says.retention()));
  }

  private static @Nullable VersionGuard guardOf(IdempotentListener.Versions versions) {
    return switch (versions) {
      case AS_THEY_COME -> null;
      case PARKED -> VersionGuard.parking();
      case REDELIVERED -> VersionGuard.reporting();
    };
  }
}
