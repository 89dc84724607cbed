package dev.semel.http.internal;

import dev.semel.spi.Records;
import java.lang.reflect.Proxy;

/** Records that nobody may ask for, where they are not to be counted. */
final class NoRecords {
  static final Records INSTANCE =
      (Records)
          Proxy.newProxyInstance(
              Records.class.getClassLoader(),
              new Class<?>[] {Records.class},
              (self, method, arguments) -> {
                throw new UnsupportedOperationException(method.getName());
              });

  private NoRecords() {}
}
