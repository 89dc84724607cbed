package dev.semel.spring.internal.openapi;

import dev.semel.http.ProblemKind;
import dev.semel.http.ProblemSettings;
import dev.semel.http.Route;
import dev.semel.spring.internal.web.HandlerRoutes;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.web.method.HandlerMethod;

/**
 * Adds the key and the filter's own answers to the operations of protected handlers. What the
 * application has documented itself stays as it is.
 *
 * <p>springdoc names the handler of an operation first and its method of HTTP later, so the routes
 * of the handler are attached to the operation in between. Safe for use by several threads.
 */
public final class ProtectedOperations
    implements GlobalOperationCustomizer, GlobalOpenApiCustomizer {
  private static final String ROUTES = "x-semel-routes";
  private static final String PROBLEM = "IdempotencyProblem";
  private static final String PROBLEM_JSON = "application/problem+json";
  private static final List<ProblemKind> OF_KEYS =
      List.of(ProblemKind.KEY_MISSING, ProblemKind.KEY_MALFORMED, ProblemKind.KEY_TOO_LONG);
  private static final List<ProblemKind> OF_RETRIES =
      List.of(
          ProblemKind.IN_PROGRESS,
          ProblemKind.OUTCOME_UNKNOWN,
          ProblemKind.RESULT_UNAVAILABLE,
          ProblemKind.ABANDONED,
          ProblemKind.MISMATCH,
          ProblemKind.REJECTED);

  private final Supplier<HandlerRoutes> routes;
  private final String headerName;
  private final ProblemSettings problems;

  /**
   * Makes a customizer.
   *
   * @param headerName the header that keys come in
   * @param problems which status each kind of problem has
   */
  public ProtectedOperations(
      Supplier<HandlerRoutes> routes, String headerName, ProblemSettings problems) {
    this.routes = routes;
    this.headerName = headerName;
    this.problems = problems;
  }

  @Override
  public Operation customize(Operation operation, HandlerMethod handler) {
    Map<String, Route> found = routes.get().routesOf(handler);
    if (!found.isEmpty()) {
      operation.addExtension(ROUTES, found);
    }
    return operation;
  }

  @Override
  public void customise(OpenAPI document) {
    if (document.getPaths() == null) {
      return;
    }
    boolean any = false;
    for (PathItem path : document.getPaths().values()) {
      for (Map.Entry<PathItem.HttpMethod, Operation> entry : path.readOperationsMap().entrySet()) {
        any |= document(entry.getKey().name(), entry.getValue());
      }
    }
    if (any) {
      if (document.getComponents() == null) {
        document.setComponents(new Components());
      }
      document.getComponents().addSchemas(PROBLEM, problemSchema());
    }
  }

  private boolean document(String httpMethod, Operation operation) {
    Map<String, Object> extensions = operation.getExtensions();
    Object attached = extensions == null ? null : extensions.remove(ROUTES);
    if (attached instanceof Map<?, ?> found && found.get(httpMethod) instanceof Route route) {
      addKey(operation, route);
      addAnswers(operation, route);
      return true;
    }
    return false;
  }

  private void addKey(Operation operation, Route route) {
    boolean isThere =
        operation.getParameters() != null
            && operation.getParameters().stream()
                .anyMatch(parameter -> headerName.equalsIgnoreCase(parameter.getName()));
    if (!isThere) {
      operation.addParametersItem(
          new HeaderParameter()
              .name(headerName)
              .required(route.isRequired())
              .description(
                  route.isRequired()
                      ? "Names the request. Send a new key with each new request, and the same key when you send the same request again."
                      : "Names the request, so that it can be sent again. A request without a key is not protected.")
              .schema(new StringSchema()));
    }
  }

  private void addAnswers(Operation operation, Route route) {
    if (operation.getResponses() == null) {
      operation.setResponses(new ApiResponses());
    }
    OF_KEYS.forEach(kind -> addAnswer(operation.getResponses(), kind, route));
    OF_RETRIES.forEach(kind -> addAnswer(operation.getResponses(), kind, route));
  }

  private int statusOf(ProblemKind kind, Route route) {
    Integer ofRoute = kind == ProblemKind.IN_PROGRESS ? route.inProgressStatus() : null;
    return ofRoute == null ? problems.statusOf(kind) : ofRoute;
  }

  private void addAnswer(ApiResponses responses, ProblemKind kind, Route route) {
    String status = Integer.toString(statusOf(kind, route));
    ApiResponse response = responses.computeIfAbsent(status, absent -> new ApiResponse());
    if (response.get$ref() != null) {
      return;
    }
    Content content = response.getContent() == null ? new Content() : response.getContent();
    if (!content.containsKey(PROBLEM_JSON)) {
      Schema<?> reference = new Schema<>().$ref(PROBLEM);
      response.setContent(content.addMediaType(PROBLEM_JSON, new MediaType().schema(reference)));
    }
    if (response.getDescription() == null) {
      response.setDescription(kind.title());
    }
  }

  private static Schema<?> problemSchema() {
    ObjectSchema problem = new ObjectSchema();
    problem.setDescription("A problem document (RFC 9457)");
    problem.setRequired(List.of("type", "title", "status", "detail", "code", "retryable"));
    problem.addProperty("type", new StringSchema().format("uri"));
    problem.addProperty("title", new StringSchema());
    problem.addProperty("status", new IntegerSchema());
    problem.addProperty("detail", new StringSchema());
    problem.addProperty("code", new StringSchema());
    problem.addProperty("retryable", new BooleanSchema());
    problem.addProperty("retry_after", new IntegerSchema());
    return problem;
  }
}
