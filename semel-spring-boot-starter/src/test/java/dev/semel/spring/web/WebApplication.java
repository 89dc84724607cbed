package dev.semel.spring.web;

import dev.semel.spring.TenantResolver;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Everything that Spring Boot configures by itself, two users, and tenants by a header. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(
    exclude = {HibernateJpaAutoConfiguration.class, FlywayAutoConfiguration.class})
class WebApplication {
  static final String TENANT_HEADER = "X-Tenant";

  @Bean
  SecurityFilterChain security(HttpSecurity http) {
    return http.csrf(csrf -> csrf.disable())
        .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .httpBasic(Customizer.withDefaults())
        .build();
  }

  @Bean
  UserDetailsService users() {
    return new InMemoryUserDetailsManager(user("olga"), user("sam"));
  }

  private static UserDetails user(String name) {
    return User.withUsername(name).password("{noop}" + name).roles("OFFICER").build();
  }

  @Bean
  TenantResolver tenants() {
    return () -> {
      RequestAttributes current = RequestContextHolder.getRequestAttributes();
      return current instanceof ServletRequestAttributes servlet
          ? servlet.getRequest().getHeader(TENANT_HEADER)
          : null;
    };
  }
}
