package dev.semel.debezium;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reports when a slot keeps too much log, and when it does no more. */
final class SlotGuard {
  private final StreamContext context;
  private final Map<String, SlotStatus.Health> reported = new ConcurrentHashMap<>();

  SlotGuard(StreamContext context) {
    this.context = context;
  }

  void look(String relay, String slot) {
    SlotStatus now = context.slots().status(slot);
    boolean bad =
        now.health() != SlotStatus.Health.GOOD && now.health() != SlotStatus.Health.MISSING;
    SlotStatus.Health before = reported.get(relay);
    if (bad && before != now.health()) {
      reported.put(relay, now.health());
      context.notifier().tell(new StreamChange.SlotLagging(relay, now));
    } else if (!bad && before != null) {
      reported.remove(relay);
      context.notifier().tell(new StreamChange.SlotRecovered(relay, now));
    }
  }
}
