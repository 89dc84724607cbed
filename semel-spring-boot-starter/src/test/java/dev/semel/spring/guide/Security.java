package dev.semel.spring.guide;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

// snippet: spring-security
@Configuration
class Security {
  @Bean
  SecurityFilterChain filters(HttpSecurity http) {
    return http.csrf(csrf -> csrf.disable()) // for programs; a browser's session needs it
        .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .httpBasic(Customizer.withDefaults())
        .build();
  }
}
// end snippet
