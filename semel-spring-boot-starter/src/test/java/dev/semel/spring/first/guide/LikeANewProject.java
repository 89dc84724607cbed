package dev.semel.spring.first.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.support.ResourcePropertySource;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Makes the tests of this package run as in the project of the page, which has neither a login nor
 * a migration tool, and its files where Spring looks for them.
 */
final class LikeANewProject implements ContextCustomizerFactory {
  @Override
  public @Nullable ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
    return testClass.getPackage().equals(LikeANewProject.class.getPackage())
        ? new Customizer()
        : null;
  }

  @Configuration
  static class NoLogin {
    @Bean
    SecurityFilterChain everybodyMayPass(HttpSecurity http) {
      return http.csrf(csrf -> csrf.disable())
          .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
          .build();
    }
  }

  private record Customizer() implements ContextCustomizer {
    @Override
    public void customizeContext(
        ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
      String folder = "classpath:" + Casework.class.getPackageName().replace('.', '/');
      context.getEnvironment().getPropertySources().addFirst(settings(folder));
      TestPropertyValues.of(
              "spring.flyway.enabled=false",
              "spring.sql.init.schema-locations=" + folder + "/schema.sql")
          .applyTo(context);
      new AnnotatedBeanDefinitionReader((BeanDefinitionRegistry) context).register(NoLogin.class);
    }

    private static ResourcePropertySource settings(String folder) {
      try {
        return new ResourcePropertySource(folder + "/application.properties");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
