package dev.semel.spring.web;

import dev.semel.http.OnFailure;
import dev.semel.spring.Idempotent;
import dev.semel.spring.Idempotent.Leased;
import dev.semel.spring.Idempotent.LostOutcome;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.annotation.Async;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PostFilter;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.config.annotation.ApiVersionConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import reactor.core.publisher.Mono;

/** Handlers that cannot be commands, each for a reason of its own. */
final class UnfitHandlers {
  private UnfitHandlers() {}

  @RestController
  static class WithCallable {
    @PostMapping("/run")
    @Idempotent
    Callable<String> run() {
      return () -> "";
    }
  }

  @RestController
  static class WithDeferredResult {
    @PostMapping("/run")
    @Idempotent
    DeferredResult<String> run() {
      return new DeferredResult<>();
    }
  }

  @RestController
  static class WithFuture {
    @PostMapping("/run")
    @Idempotent
    CompletableFuture<String> run() {
      return CompletableFuture.completedFuture("");
    }
  }

  @RestController
  static class WithStreaming {
    @PostMapping("/run")
    @Idempotent
    ResponseEntity<StreamingResponseBody> run() {
      return ResponseEntity.ok(out -> {});
    }
  }

  @RestController
  static class WithEmitter {
    @PostMapping("/run")
    @Idempotent
    SseEmitter run() {
      return new SseEmitter();
    }
  }

  @RestController
  static class WithMono {
    @PostMapping("/run")
    @Idempotent
    Mono<String> run() {
      return Mono.just("");
    }
  }

  @RestController
  static class WithAsync {
    @Async
    @PostMapping("/run")
    @Idempotent
    public void run() {}
  }

  @RestController
  @Idempotent
  static class ByItsController {
    @PostMapping("/run")
    Callable<String> run() {
      return () -> "";
    }
  }

  @RestController
  static class OfGet {
    @GetMapping("/run")
    @Idempotent
    String run() {
      return "";
    }
  }

  @RestController
  static class OfAnyMethod {
    @RequestMapping("/run")
    @Idempotent
    String run() {
      return "";
    }
  }

  @RestController
  static class MappedByParameter {
    @PostMapping(path = "/run", params = "mode=fast")
    @Idempotent
    String run() {
      return "";
    }
  }

  @RestController
  static class WithKey {
    @PostMapping("/run")
    @Idempotent(key = "#id")
    String run() {
      return "";
    }
  }

  @RestController
  static class NotAHandler {
    @Idempotent
    public String run() {
      return "";
    }
  }

  @RestController
  static class TwoOfOneName {
    @PostMapping("/run")
    @Idempotent(operation = "run")
    String run() {
      return "";
    }

    @PostMapping("/walk")
    @Idempotent(operation = "run")
    String walk() {
      return "";
    }
  }

  @RestController
  static class ToldApartByHeader {
    @PostMapping(path = "/run", headers = "X-Action=run")
    @Idempotent
    String run() {
      return "";
    }

    @PostMapping(path = "/run", headers = "X-Action=walk")
    @Idempotent
    String walk() {
      return "";
    }
  }

  @RestController
  static class ToldApartByHeaderWithNames {
    @PostMapping(path = "/run", headers = "X-Action=run")
    @Idempotent(operation = "run")
    String run() {
      return "";
    }

    @PostMapping(path = "/run", headers = "X-Action=walk")
    @Idempotent(operation = "walk")
    String walk() {
      return "";
    }
  }

  @RestController
  static class ToldApartByMediaType {
    @PostMapping(path = "/run", consumes = "application/json")
    @Idempotent
    String run() {
      return "";
    }

    @PostMapping(path = "/run", consumes = "text/plain")
    @Idempotent
    String walk() {
      return "";
    }
  }

  /** Requests for version 2 reach either. */
  @RestController
  static class ToldApartByHeaderAndVersion implements WebMvcConfigurer {
    @Override
    public void configureApiVersioning(ApiVersionConfigurer versions) {
      versions.useRequestHeader("X-Version");
    }

    @PostMapping(path = "/run", version = "1+")
    @Idempotent
    String run() {
      return "";
    }

    @PostMapping(path = "/run", version = "2", headers = "X-Action=walk")
    @Idempotent
    String walk() {
      return "";
    }
  }

  @RestController
  static class InANewTransaction {
    @PostMapping("/run")
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    @Idempotent
    String run() {
      return "";
    }
  }

  @RestController
  @Transactional(propagation = Propagation.NOT_SUPPORTED)
  static class InNoTransaction {
    @PostMapping("/run")
    @Idempotent
    String run() {
      return "";
    }
  }

  @RestController
  static class WithNonsenseStatus {
    @PostMapping("/run")
    @Idempotent(storing = 304)
    String run() {
      return "";
    }
  }

  @RestController
  static class WithNonsenseLease {
    @PostMapping("/run")
    @Idempotent(
        leased =
            @Leased(length = "10ms", lostOutcome = LostOutcome.BLOCK, onFailure = OnFailure.STORE))
    String run() {
      return "";
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableMethodSecurity
  static class SecuredMethods {}

  @RestController
  static class WithPostAuthorize {
    @PostMapping("/run")
    @Idempotent
    @PostAuthorize("returnObject == authentication.name")
    public String run() {
      return "";
    }
  }

  @RestController
  @PostFilter("filterObject == authentication.name")
  static class WithPostFilter {
    @PostMapping("/run")
    @Idempotent
    public List<String> run() {
      return List.of();
    }
  }

  @RestController
  static class Named {
    @PostMapping("/run")
    @Idempotent(operation = "run")
    String run() {
      return "";
    }
  }

  /** A method of a bean with the operation of {@link Named}. */
  static class NamedAlike {
    @Idempotent(operation = "run", key = "#id")
    public void run(String id) {}
  }

  @RestController
  static class Fit {
    @PostMapping("/run")
    @Idempotent
    String run() {
      return "";
    }
  }

  @RestController
  @Idempotent
  static class FitReader {
    @GetMapping("/run")
    Callable<String> run() {
      return () -> "";
    }
  }
}
