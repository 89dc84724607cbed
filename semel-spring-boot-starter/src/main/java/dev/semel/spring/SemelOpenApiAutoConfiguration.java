package dev.semel.spring;

import dev.semel.spring.internal.openapi.ProtectedOperations;
import dev.semel.spring.internal.web.HandlerRoutes;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Shows keys and refusals of {@link Idempotent} handlers in the OpenAPI document of springdoc. */
@AutoConfiguration(after = SemelWebAutoConfiguration.class)
@ConditionalOnClass({GlobalOperationCustomizer.class, GlobalOpenApiCustomizer.class})
@ConditionalOnBean(HandlerRoutes.class)
public class SemelOpenApiAutoConfiguration {
  @Bean
  ProtectedOperations semelOpenApi(
      ObjectProvider<HandlerRoutes> routes, SemelProperties properties) {
    return new ProtectedOperations(
        routes::getObject,
        properties.http().headerNames().get(0),
        properties.http().problems().settings());
  }
}
