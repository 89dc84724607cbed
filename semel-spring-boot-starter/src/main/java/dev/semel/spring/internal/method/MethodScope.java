package dev.semel.spring.internal.method;

import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/**
 * Finds key, tenant and principal of a call. Whatever is missing is refused before anything runs;
 * there is no bucket for those without. Immutable and safe for use by several threads.
 */
final class MethodScope {
  private final AnnotatedMethod method;
  private final MethodCalls calls;
  private final CallExpression key;
  private final @Nullable CallExpression tenant;
  private final @Nullable CallExpression principal;

  MethodScope(AnnotatedMethod method, MethodCalls calls) {
    this.method = method;
    this.calls = calls;
    this.key = CallExpression.of(method, "key", method.settings().key(), calls.names());
    this.tenant = optional("tenant", method.settings().tenant());
    this.principal = optional("principal", method.settings().principal());
    if (tenant == null && calls.tenants() == null) {
      throw method.refused(
          "does not say whose data it changes, and there is no TenantResolver to ask",
          "Set semel.tenant if there is one tenant only; else define a bean of type TenantResolver, or say tenant = \"#…\"");
    }
  }

  private @Nullable CallExpression optional(String attribute, String text) {
    return text.isEmpty() ? null : CallExpression.of(method, attribute, text, calls.names());
  }

  String keyOf(EvaluationContext call) {
    String found = text("key", key, call);
    if (found == null || found.isEmpty()) {
      throw new IllegalArgumentException(
          "%s was called without a key: %s is empty; every command needs the id its caller gave it"
              .formatted(method.name(), key.text()));
    }
    return found;
  }

  String tenantOf(EvaluationContext call) {
    String found =
        tenant == null
            ? Objects.requireNonNull(calls.tenants()).tenant()
            : text("tenant", tenant, call);
    if (found == null || found.isEmpty()) {
      throw new IllegalArgumentException(
          "%s was called and nobody can say for which tenant; a command without one is not run"
              .formatted(method.name()));
    }
    return found;
  }

  /** Null where the tenant is the only caller. */
  @Nullable String principalOf(EvaluationContext call) {
    if (principal != null) {
      return text("principal", principal, call);
    }
    if (calls.principals() == null) {
      return null;
    }
    String found = calls.principals().principal();
    if (found == null || found.isEmpty()) {
      throw new IllegalArgumentException(
          "%s was called and nobody can say by whom; log in first, or say principal = \"null\" for work that no user asks for"
              .formatted(method.name()));
    }
    return found;
  }

  /** Only what reads the same on every node and in every version. */
  private @Nullable String text(
      String attribute, CallExpression expression, EvaluationContext call) {
    Object value = expression.evaluate(call);
    if (value == null || value instanceof CharSequence || value instanceof UUID) {
      return value == null ? null : value.toString();
    }
    if (value instanceof Long || value instanceof Integer) {
      return value.toString();
    }
    throw new IllegalArgumentException(
        "%s: %s = \"%s\" gives a %s; give text, a whole number or a UUID"
            .formatted(
                method.name(), attribute, expression.text(), value.getClass().getSimpleName()));
  }
}
