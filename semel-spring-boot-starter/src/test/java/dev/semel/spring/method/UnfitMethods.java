package dev.semel.spring.method;

import dev.semel.spring.Idempotent;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.springframework.context.annotation.Lazy;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import reactor.core.publisher.Mono;

/** Methods that cannot be commands, each for a reason of its own. */
final class UnfitMethods {
  private UnfitMethods() {}

  static class WithoutOperation {
    @Idempotent(key = "#id")
    public void run(String id) {}
  }

  static class WithoutKey {
    @Idempotent(operation = "run")
    public void run(String id) {}
  }

  static class NotPublic {
    @Idempotent(operation = "run", key = "#id")
    void run(String id) {}
  }

  static class Static {
    @Idempotent(operation = "run", key = "#id")
    public static void run(String id) {}
  }

  static class Final {
    @Idempotent(operation = "run", key = "#id")
    public final void run(String id) {}
  }

  static final class FinalClass {
    @Idempotent(operation = "run", key = "#id")
    public void run(String id) {}
  }

  static class WithFuture {
    @Idempotent(operation = "run", key = "#id")
    public CompletableFuture<String> run(String id) {
      return CompletableFuture.completedFuture(id);
    }
  }

  static class WithMono {
    @Idempotent(operation = "run", key = "#id")
    public Mono<String> run(String id) {
      return Mono.just(id);
    }
  }

  static class WithAsync {
    @Async
    @Idempotent(operation = "run", key = "#id")
    public void run(String id) {}
  }

  static class WithStream {
    @Idempotent(operation = "run", key = "#id")
    public Stream<String> run(String id) {
      return Stream.of(id);
    }
  }

  static class WithTypeVariable {
    @Idempotent(operation = "run", key = "#id")
    public <T> T run(String id, T result) {
      return result;
    }
  }

  static class InANewTransaction {
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    @Idempotent(operation = "run", key = "#id")
    public void run(String id) {}
  }

  @Transactional(propagation = Propagation.NOT_SUPPORTED)
  static class InNoTransaction {
    @Idempotent(operation = "run", key = "#id")
    public void run(String id) {}
  }

  static class WithAnotherManager {
    @Transactional("otherManager")
    @Idempotent(operation = "run", key = "#id")
    public void run(String id) {}
  }

  static class WithBrokenExpression {
    @Idempotent(operation = "run", key = "#id.")
    public void run(String id) {}
  }

  static class WithUnknownArgument {
    @Idempotent(operation = "run", key = "#di")
    public void run(String id) {}
  }

  static class WithUnknownArgumentInFingerprint {
    @Idempotent(
        operation = "run",
        key = "#id",
        fingerprint = {"#id", "#amount.value"})
    public void run(String id) {}
  }

  static class WithNonsenseRetention {
    @Idempotent(operation = "run", key = "#id", retention = "for a while")
    public void run(String id) {}
  }

  static class WithShortRetention {
    @Idempotent(operation = "run", key = "#id", retention = "1s")
    public void run(String id) {}
  }

  static class WithLongWait {
    @Idempotent(operation = "run", key = "#id", waitUpTo = "1h")
    public void run(String id) {}
  }

  static class WithSettingsOfHandlers {
    @Idempotent(operation = "run", key = "#id", storing = 503)
    public void run(String id) {}
  }

  static class TwoOfOneName {
    @Idempotent(operation = "run", key = "#id")
    public void run(String id) {}

    @Idempotent(operation = "run", key = "#id")
    public void runAgain(String id) {}
  }

  @Idempotent
  static class OnTheClass {
    public void run(String id) {}
  }

  /** What an interface promises. */
  interface Runs {
    void walk(String id);
  }

  static class NotInItsInterface implements Runs {
    @Override
    public void walk(String id) {}

    @Idempotent(operation = "run", key = "#id")
    public void run(String id) {}
  }

  /** Fit, but calls itself. */
  static class CallsItself {
    @Idempotent(operation = "run", key = "#id")
    public void run(String id) {}

    public void runAll(List<String> ids) {
      ids.forEach(id -> run(id));
    }

    public void runAllByReference(List<String> ids) {
      ids.forEach(this::run);
    }
  }

  /** Fit, and calls itself through its proxy. */
  static class CallsItsProxy {
    private final CallsItsProxy self;

    CallsItsProxy(@Lazy CallsItsProxy self) {
      this.self = self;
    }

    @Idempotent(operation = "run", key = "#id")
    public void run(String id) {}

    public void runAll(List<String> ids) {
      ids.forEach(id -> self.run(id));
    }
  }
}
