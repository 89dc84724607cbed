package dev.semel.spring.web;

import static dev.semel.spring.web.CorsController.ORIGIN;
import static dev.semel.spring.web.CorsController.OTHER_ORIGIN;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;

/** CORS in front of the filter: Spring Security's {@code cors()}. */
class SecurityCorsIT extends CorsContract {
  @Override
  Class<?> configuration() {
    return Configured.class;
  }

  @Override
  Stream<String> pairs() {
    return Stream.of("/method");
  }

  @Configuration(proxyBeanMethods = false)
  static class Configured {
    @Bean
    Customizer<HttpSecurity> cors() {
      return http -> http.cors(Customizer.withDefaults());
    }

    @Bean
    UrlBasedCorsConfigurationSource corsConfigurationSource() {
      CorsConfiguration cors = new CorsConfiguration();
      cors.setAllowedOrigins(List.of(ORIGIN, OTHER_ORIGIN));
      cors.setAllowCredentials(true);
      cors.addExposedHeader("Location");
      cors.addAllowedHeader("*");
      cors.addAllowedMethod("POST");
      UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
      source.registerCorsConfiguration("/**", cors);
      return source;
    }
  }
}
