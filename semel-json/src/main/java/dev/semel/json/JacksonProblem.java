package dev.semel.json;

import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.InvalidDefinitionException;

/**
 * Tells where Jackson failed without repeating what was there: its own messages quote values, and
 * what is stored or hashed may be secret.
 */
final class JacksonProblem {
  private JacksonProblem() {}

  static String describe(JacksonException problem) {
    String path =
        problem.getPath().stream().map(JacksonProblem::step).collect(Collectors.joining());
    String kind = problem.getClass().getSimpleName() + (path.isEmpty() ? "" : " at " + path);
    return problem instanceof InvalidDefinitionException definition
        ? kind + ", " + definition.getOriginalMessage()
        : kind;
  }

  /** The keys of a map are data, the properties of a class are not. */
  private static String step(JacksonException.Reference reference) {
    if (reference.getPropertyName() == null) {
      return "/" + reference.getIndex();
    }
    return isMap(reference.from()) ? "/*" : "/" + reference.getPropertyName();
  }

  private static boolean isMap(Object from) {
    return from instanceof Map
        || (from instanceof Class<?> type && Map.class.isAssignableFrom(type));
  }
}
