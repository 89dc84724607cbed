package dev.semel.http.server;

import dev.semel.http.server.TestServer.Container;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a test in each servlet container.
 *
 * <p>The configuration parameter {@code semel.test.containers} names the containers, separated by
 * commas. Default: all of them. The ordinary build uses Tomcat only.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@ArgumentsSource(ContainerTest.Selected.class)
public @interface ContainerTest {

  /** Provides the selected containers. */
  final class Selected implements ArgumentsProvider {
    @Override
    public Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      return context
          .getConfigurationParameter("semel.test.containers")
          .map(names -> Arrays.stream(names.split(",")).map(String::strip).map(Container::valueOf))
          .orElse(Arrays.stream(Container.values()))
          .map(Arguments::of);
    }
  }
}
