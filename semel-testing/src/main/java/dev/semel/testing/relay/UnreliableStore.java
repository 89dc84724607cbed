package dev.semel.testing.relay;

import dev.semel.relay.spi.RelayStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The outbox of a node whose connection to the database can be cut, by name of the call. */
public final class UnreliableStore {
  private final RelayStore target;
  private final Set<String> cut = ConcurrentHashMap.newKeySet();

  public UnreliableStore(RelayStore target) {
    this.target = target;
  }

  /** These calls fail from now on; without a name, all of them. */
  public void cut(String... calls) {
    cut.addAll(calls.length == 0 ? Set.of("*") : Set.of(calls));
  }

  /** Everything works again. */
  public void mend() {
    cut.clear();
  }

  /** The store to be given to a relay. */
  public RelayStore store() {
    return (RelayStore)
        Proxy.newProxyInstance(
            RelayStore.class.getClassLoader(),
            new Class<?>[] {RelayStore.class},
            (self, method, arguments) -> {
              if (cut.contains("*") || cut.contains(method.getName())) {
                throw new IllegalStateException("cut off on purpose: " + method.getName());
              }
              try {
                return method.invoke(target, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
