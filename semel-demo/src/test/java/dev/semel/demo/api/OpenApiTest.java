package dev.semel.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.http.ResponseEntity;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The document that is served says what the handlers do. */
class OpenApiTest {
  private static final JsonNode DOCUMENT = Documented.document();
  private static final Schemas SCHEMAS = new Schemas(DOCUMENT);

  @Test
  void everyRouteIsDocumentedAndNothingElse() {
    TreeSet<String> documented = new TreeSet<>();
    DOCUMENT
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .propertyStream()
                    .map(Map.Entry::getKey)
                    .filter(name -> !name.equals("parameters"))
                    .forEach(method -> documented.add(method + " " + path.getKey())));

    assertThat(documented).isEqualTo(handlers().keySet());
  }

  @Test
  void itIsOfTheVersionItSays() {
    assertThat(DOCUMENT.path("openapi").asString()).isEqualTo("3.1.0");
  }

  @ParameterizedTest
  @MethodSource("routes")
  void aCommandNeedsAKeyInTheCodeAndInTheDocument(String route) {
    boolean isCommand = route.startsWith("post ");
    Method handler = handler(route);

    assertThat(AnnotatedElementUtils.hasAnnotation(handler.getDeclaringClass(), Idempotent.class))
        .isEqualTo(isCommand);
    assertThat(operation(route).path("parameters").toString().contains("Idempotency-Key"))
        .isEqualTo(isCommand);
    if (isCommand) {
      assertThat(operation(route).path("responses").propertyNames())
          .contains("400", "401", "409", "422", "503");
    }
  }

  @ParameterizedTest
  @MethodSource("routes")
  void bodiesHaveTheDocumentedMembers(String route) {
    Method handler = handler(route);
    for (Parameter parameter : handler.getParameters()) {
      if (parameter.isAnnotationPresent(RequestBody.class)) {
        SCHEMAS.assertDescribes(
            parameter.getParameterizedType(), schema(operation(route).path("requestBody")));
      }
    }
    operation(route)
        .path("responses")
        .properties()
        .forEach(
            response -> {
              if (response.getKey().startsWith("2") && response.getValue().has("content")) {
                SCHEMAS.assertDescribes(answerOf(handler), schema(response.getValue()));
              }
            });
  }

  @ParameterizedTest
  @MethodSource("routes")
  void partsOfThePathAreDocumented(String route) {
    String path = route.substring(route.indexOf(' ') + 1);
    TreeSet<String> documented = new TreeSet<>();
    DOCUMENT
        .path("paths")
        .path(path)
        .path("parameters")
        .forEach(parameter -> documented.add(parameter.path("name").asString()));

    assertThat(documented)
        .allMatch(name -> path.contains("{" + name + "}"))
        .hasSize((int) path.chars().filter(c -> c == '{').count());
  }

  static Stream<String> routes() {
    return handlers().keySet().stream();
  }

  private static JsonNode operation(String route) {
    String[] words = route.split(" ", 2);
    return DOCUMENT.path("paths").path(words[1]).path(words[0]);
  }

  private static JsonNode schema(JsonNode message) {
    return message.path("content").path("application/json").path("schema");
  }

  private static Type answerOf(Method handler) {
    Type type = handler.getGenericReturnType();
    return type instanceof ParameterizedType wrapped && wrapped.getRawType() == ResponseEntity.class
        ? wrapped.getActualTypeArguments()[0]
        : type;
  }

  private static Method handler(String route) {
    return handlers().entrySet().stream()
        .filter(entry -> entry.getKey().equals(route))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  /** Method and path of each handler. */
  private static Map<String, Method> handlers() {
    ClassPathScanningCandidateComponentProvider scanner =
        new ClassPathScanningCandidateComponentProvider(false);
    scanner.addIncludeFilter(new AnnotationTypeFilter(RestController.class));
    Map<String, Method> handlers = new TreeMap<>();
    scanner.findCandidateComponents("dev.semel.demo").stream()
        .map(found -> ClassUtils.resolveClassName(String.valueOf(found.getBeanClassName()), null))
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .forEach(method -> add(handlers, method));
    return handlers;
  }

  private static void add(Map<String, Method> handlers, Method method) {
    RequestMapping mapping =
        AnnotatedElementUtils.findMergedAnnotation(method, RequestMapping.class);
    if (mapping != null) {
      String verb = mapping.method()[0].name().toLowerCase(Locale.ROOT);
      handlers.put(verb + " " + mapping.path()[0], method);
    }
  }
}
