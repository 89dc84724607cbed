package dev.semel.demo.dashboard;

import dev.semel.inbox.Message;
import dev.semel.inbox.MessageId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * A bug to switch on: the dashboard chokes on the next events of a tenant, however often they come,
 * until they are mended. In memory alone; a restart mends everything. Safe for use by several
 * threads.
 */
@Component
public class Poison {
  /** How many events of a tenant may be about to be poisoned. */
  public static final int MAX_EVENTS = 20;

  private final Map<String, Integer> toCome = new HashMap<>();
  private final Set<MessageId> poisoned = new HashSet<>();

  /** Poisons so many of the next events of a tenant, beside those that it was told before. */
  public synchronized void add(String tenant, int events) {
    toCome.merge(tenant, events, (before, more) -> Math.min(before + more, MAX_EVENTS));
  }

  /** How many of the tenant's events are about to be poisoned. */
  public synchronized int toCome(String tenant) {
    return toCome.getOrDefault(tenant, 0);
  }

  /** Poisons none of the tenant's next events. */
  public synchronized void stop(String tenant) {
    toCome.remove(tenant);
  }

  /** Nothing is wrong with it any more. */
  public synchronized void mend(MessageId message) {
    poisoned.remove(message);
  }

  /** A handler may be run again, so what was spoilt once stays so. */
  synchronized boolean spoils(Message message) {
    if (poisoned.contains(message.id())) {
      return true;
    }
    String tenant = String.valueOf(message.tenant());
    int left = toCome(tenant);
    if (left == 0) {
      return false;
    }
    toCome.put(tenant, left - 1);
    poisoned.add(message.id());
    return true;
  }
}
