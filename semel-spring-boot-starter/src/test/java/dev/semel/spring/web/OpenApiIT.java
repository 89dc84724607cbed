package dev.semel.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import org.junit.jupiter.api.Test;
import org.springdoc.core.models.GroupedOpenApi;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What springdoc says of protected handlers. */
class OpenApiIT extends WebContract {
  /** Handlers of several kinds. */
  @RestController
  @RequestMapping("/api")
  @Idempotent
  static class Documented {
    @PostMapping("/required/{id:[0-9]{1,3}}")
    String required(@PathVariable int id, @RequestBody String body) {
      return body;
    }

    @PostMapping("/optional")
    @Idempotent(required = false)
    String optional(@RequestBody String body) {
      return body;
    }

    @RequestMapping(
        path = "/both",
        method = {RequestMethod.GET, RequestMethod.POST})
    String both() {
      return "both";
    }

    @GetMapping("/read")
    String read() {
      return "read";
    }
  }

  /** Documents the key and a conflict itself. */
  @RestController
  static class Described {
    @PostMapping("/api/described")
    @Idempotent
    String described(@RequestHeader("Idempotency-Key") String key, @RequestBody String body) {
      return body;
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.CONFLICT)
    String taken(IllegalStateException taken) {
      return "taken";
    }
  }

  /** A group has what the whole has. */
  static class Groups {
    @Bean
    GroupedOpenApi some() {
      return GroupedOpenApi.builder().group("some").pathsToMatch("/api/optional").build();
    }
  }

  @Override
  Class<?>[] parts() {
    return new Class<?>[] {Documented.class, Described.class, Groups.class};
  }

  private JsonNode document(String path) {
    return JsonMapper.shared().readTree(send(as("olga", request(path)).GET()).body());
  }

  private JsonNode operation(String path, String method) {
    JsonNode operation = document("/v3/api-docs").path("paths").path(path).path(method);
    assertThat(operation.isObject()).as(path).isTrue();
    return operation;
  }

  private static JsonNode key(JsonNode operation) {
    return operation
        .path("parameters")
        .valueStream()
        .filter(parameter -> parameter.path("name").asString().equals("Idempotency-Key"))
        .reduce(
            (one, other) -> {
              throw new AssertionError("the key is there twice");
            })
        .orElse(JsonMapper.shared().missingNode());
  }

  private static JsonNode problem(JsonNode operation, int status) {
    return operation
        .path("responses")
        .path(Integer.toString(status))
        .path("content")
        .path("application/problem+json")
        .path("schema")
        .path("$ref");
  }

  @Test
  void requiredKeyIsDocumented() {
    JsonNode operation = operation("/api/required/{id}", "post");

    assertThat(key(operation).path("in").asString()).isEqualTo("header");
    assertThat(key(operation).path("required").asBoolean()).isTrue();
  }

  @Test
  void optionalKeyIsDocumented() {
    JsonNode operation = operation("/api/optional", "post");

    assertThat(key(operation).path("in").asString()).isEqualTo("header");
    assertThat(key(operation).path("required").asBoolean()).isFalse();
  }

  @Test
  void refusalsAreDocumentedAsProblems() {
    JsonNode operation = operation("/api/required/{id}", "post");

    for (int status : new int[] {400, 409, 422}) {
      assertThat(problem(operation, status).asString())
          .as("%d", status)
          .isEqualTo("#/components/schemas/IdempotencyProblem");
    }
    assertThat(operation.path("responses").path("200").isObject()).isTrue();
    assertThat(
            document("/v3/api-docs")
                .path("components")
                .path("schemas")
                .path("IdempotencyProblem")
                .path("properties")
                .propertyNames())
        .contains("type", "status", "detail", "code", "retryable");
  }

  @Test
  void unprotectedMethodOfAHandlerIsLeftAlone() {
    assertThat(key(operation("/api/both", "post")).isMissingNode()).isFalse();
    assertThat(key(operation("/api/both", "get")).isMissingNode()).isTrue();
    assertThat(problem(operation("/api/both", "get"), 409).isMissingNode()).isTrue();
  }

  @Test
  void unprotectedHandlerIsLeftAlone() {
    JsonNode operation = operation("/api/read", "get");

    assertThat(key(operation).isMissingNode()).isTrue();
    assertThat(problem(operation, 409).isMissingNode()).isTrue();
  }

  @Test
  void ownDescriptionIsKept() {
    JsonNode operation = operation("/api/described", "post");

    assertThat(key(operation).isMissingNode()).isFalse();
    assertThat(operation.path("responses").path("409").path("description").asString())
        .isEqualTo("Conflict");
    assertThat(problem(operation, 409).isMissingNode()).isFalse();
  }

  @Test
  void groupsAreDocumentedToo() {
    JsonNode operation =
        document("/v3/api-docs/some").path("paths").path("/api/optional").path("post");

    assertThat(key(operation).isMissingNode()).isFalse();
  }

  @Test
  void nothingOfTheWorkIsLeftInTheDocument() {
    assertThat(document("/v3/api-docs").toString()).doesNotContain("x-semel");
  }
}
