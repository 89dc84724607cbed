package dev.semel.bench.spring;

import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** Starts applications of Spring Boot. */
public final class SpringApplications {
  private SpringApplications() {}

  /**
   * Starts one, with what JDBC needs around the data source that its parts have.
   *
   * @param given a bean that is there from the beginning
   */
  public static <T> ConfigurableApplicationContext start(
      Class<T> type,
      T given,
      Map<String, Object> properties,
      Class<?> application,
      Class<?> parts) {
    return new SpringApplicationBuilder(application, parts, JdbcParts.class)
        .web(WebApplicationType.NONE)
        .bannerMode(Banner.Mode.OFF)
        .properties(properties)
        // The demo's file is on the class path too.
        .properties("spring.config.location=optional:classpath:/none/")
        .initializers(
            starting -> ((GenericApplicationContext) starting).registerBean(type, () -> given))
        .run();
  }
}
