package dev.semel.spring.web;

import static dev.semel.spring.web.CorsController.ORIGIN;
import static dev.semel.spring.web.CorsController.OTHER_ORIGIN;

import java.util.stream.Stream;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** CORS as Spring MVC configures it: by annotations, and by {@code addCorsMappings}. */
class CorsIT extends CorsContract {
  @Override
  Class<?> configuration() {
    return Configured.class;
  }

  @Override
  Stream<String> pairs() {
    return Stream.of("/method", "/class", "/mapped");
  }

  @Configuration(proxyBeanMethods = false)
  static class Configured implements WebMvcConfigurer {
    @Override
    public void addCorsMappings(CorsRegistry registry) {
      registry
          .addMapping("/mapped/**")
          .allowedOrigins(ORIGIN, OTHER_ORIGIN)
          .allowCredentials(true)
          .exposedHeaders("Location", "Retry-After");
    }
  }
}
