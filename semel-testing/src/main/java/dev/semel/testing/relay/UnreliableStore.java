package dev.semel.testing.relay;

import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.RelayStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The outbox of a node whose connection to the database can be cut, by name of the call. */
public final class UnreliableStore {
  private final RelayStore target;
  private final Set<String> cut = ConcurrentHashMap.newKeySet();

  public UnreliableStore(RelayStore target) {
    this.target = target;
  }

  /** These calls fail from now on, also those of sessions; without a name, all of them. */
  public void cut(String... calls) {
    cut.addAll(calls.length == 0 ? Set.of("*") : Set.of(calls));
  }

  /** Everything works again. */
  public void mend() {
    cut.clear();
  }

  /** These calls work again. */
  public void mend(String... calls) {
    cut.removeAll(Set.of(calls));
  }

  /** The store to be given to a relay. */
  public RelayStore store() {
    return unreliable(RelayStore.class, target);
  }

  private <T> T unreliable(Class<T> type, Object real) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (isCut(method.getName())) {
                throw new IllegalStateException("cut off on purpose: " + method.getName());
              }
              try {
                return wrapped(method.invoke(real, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    return type.cast(proxy);
  }

  /** Closing a session that failed gives its connection back. */
  private boolean isCut(String call) {
    return !call.equals("close") && (cut.contains("*") || cut.contains(call));
  }

  private @Nullable Object wrapped(@Nullable Object result) {
    return result instanceof OutboxSession session
        ? unreliable(OutboxSession.class, session)
        : result;
  }
}
