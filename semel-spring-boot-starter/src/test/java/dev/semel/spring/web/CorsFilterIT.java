package dev.semel.spring.web;

import static dev.semel.spring.web.CorsController.ORIGIN;
import static dev.semel.spring.web.CorsController.OTHER_ORIGIN;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;

/** CORS by a {@code CorsFilter} bean without an order, which stands behind Semel's filter. */
class CorsFilterIT extends CorsContract {
  @Override
  Class<?> configuration() {
    return Configured.class;
  }

  @Override
  Stream<String> pairs() {
    return Stream.of("/mapped");
  }

  @Configuration(proxyBeanMethods = false)
  static class Configured {
    @Bean
    CorsFilter ownCorsFilter() {
      CorsConfiguration cors = new CorsConfiguration();
      cors.setAllowedOrigins(List.of(ORIGIN, OTHER_ORIGIN));
      cors.setAllowCredentials(true);
      cors.addExposedHeader("Location");
      cors.addAllowedHeader("*");
      cors.addAllowedMethod("POST");
      UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
      source.registerCorsConfiguration("/**", cors);
      return new CorsFilter(source);
    }
  }
}
