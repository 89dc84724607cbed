package dev.semel.spring.guide;

import dev.semel.spring.TenantResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

// snippet: spring-tenant-resolver
@Configuration
class Callers {
  @Bean
  TenantResolver tenants() { // users are called north-olga, south-ines, …
    return () -> {
      Authentication user = SecurityContextHolder.getContext().getAuthentication();
      return user == null ? null : user.getName().substring(0, user.getName().indexOf('-'));
    };
  }
}
// end snippet
