package dev.semel.spring.guide;

import dev.semel.http.Caller;
import dev.semel.http.CallerResolver;
import java.security.Principal;
import org.springframework.context.annotation.Bean;

/** Callers as a gateway in front of the application names them. */
class OwnCallers {
  // snippet: spring-caller-resolver
  @Bean
  CallerResolver callers() {
    return request -> {
      Principal user = request.getUserPrincipal();
      String tenant = request.getHeader("X-Tenant"); // set by the gateway
      return user == null || tenant == null ? null : new Caller(tenant, user.getName());
    };
  }
  // end snippet
}
