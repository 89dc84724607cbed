package dev.semel.spring.guide;

import dev.semel.http.KeyPolicy;
import dev.semel.http.OnFailure;
import dev.semel.http.RequestRules;
import dev.semel.spring.Idempotent;
import dev.semel.spring.Idempotent.Leased;
import dev.semel.spring.Idempotent.LostOutcome;
import dev.semel.spring.RouteCustomizer;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Routes that need more than the annotation says. */
@Configuration(proxyBeanMethods = false)
class Routes {
  // snippet: spring-route-customizer
  @Bean
  RouteCustomizer uuidKeys() {
    return (route, handler) ->
        route
            .keys(KeyPolicy.lenient().uuid())
            .fingerprint(RequestRules.standard().excluding("/sentAt"));
  }

  // end snippet

  /** Asks another authority. */
  @RestController
  static class InquiryController {
    // snippet: spring-leased
    @PostMapping("/cases/{id}/inquiries")
    @Idempotent(
        leased =
            @Leased(length = "30s", lostOutcome = LostOutcome.BLOCK, onFailure = OnFailure.UNKNOWN))
    CompletableFuture<String> inquire(@PathVariable long id) {
      return CompletableFuture.supplyAsync(() -> askAnotherAuthority(id));
    }

    // end snippet

    private static String askAnotherAuthority(long id) {
      return "asked about " + id;
    }
  }
}
