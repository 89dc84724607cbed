package dev.semel.torture.role;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes what needs a database, however often that is away while a process starts. */
final class Patiently {
  private static final Logger LOG = LoggerFactory.getLogger(Patiently.class);
  private static final int MAX_TRIES = 600;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private Patiently() {}

  static <T> T make(Supplier<T> maker) {
    for (int tries = 1; ; tries++) {
      try {
        return maker.get();
      } catch (RuntimeException e) {
        if (tries == MAX_TRIES) {
          throw e;
        }
        LOG.info("not yet: {}", e.getMessage());
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
