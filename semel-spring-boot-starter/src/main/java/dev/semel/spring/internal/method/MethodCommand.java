package dev.semel.spring.internal.method;

import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.json.JsonCodec;
import dev.semel.json.SemelJson;
import dev.semel.spring.internal.IdempotentSettings;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.expression.EvaluationContext;
import tools.jackson.core.type.TypeReference;

/**
 * A method as a command: makes the intent of a call. Made at start, where everything that can be
 * wrong with it is found out. Immutable and safe for use by several threads.
 */
final class MethodCommand {
  private final AnnotatedMethod method;
  private final MethodCalls calls;
  private final MethodScope scope;
  private final List<CallExpression> fingerprint;
  private final Operation<Object, Returned> operation;

  MethodCommand(
      AnnotatedMethod method, MethodCalls calls, SemelJson json, IdempotentSettings defaults) {
    this.method = method;
    this.calls = calls;
    this.scope = new MethodScope(method, calls);
    this.fingerprint =
        Arrays.stream(method.settings().fingerprint())
            .map(text -> CallExpression.of(method, "fingerprint", text, calls.names()))
            .toList();
    this.operation = operation(json, defaults);
  }

  private Operation<Object, Returned> operation(SemelJson json, IdempotentSettings defaults) {
    try {
      Fingerprinter<Object> arguments = json.payload(Object.class);
      return Operation.named(method.settings().operation())
          .taking(arguments)
          .answering(new Returned.InJson(codec(json)))
          .isolation(method.settings().isolation())
          .retained(defaults.retention(method.settings()))
          .duplicates(defaults.duplicates(method.settings()))
          .rejections(method.settings().rejections());
    } catch (IllegalArgumentException e) {
      throw method.refused("has settings that make no sense: " + e.getMessage(), "Mend them");
    }
  }

  private @Nullable JsonCodec<Object> codec(SemelJson json) {
    Type returned =
        GenericTypeResolver.resolveType(method.method().getGenericReturnType(), method.beanClass());
    return returned == void.class || returned == Void.class
        ? null
        : json.result(new ResolvedType(returned));
  }

  /** A type that is known only when the program runs. */
  private static final class ResolvedType extends TypeReference<Object> {
    private final Type type;

    ResolvedType(Type type) {
      this.type = type;
    }

    @Override
    public Type getType() {
      return type;
    }
  }

  String operationName() {
    return operation.name();
  }

  Intent<Returned> intent(@Nullable Object target, Object[] arguments) {
    EvaluationContext call = calls.context(method, target, arguments);
    Intent<Returned> intent =
        operation.intent(scope.tenantOf(call), scope.keyOf(call), payload(call, arguments));
    String principal = scope.principalOf(call);
    return principal == null ? intent : intent.onBehalfOf(principal);
  }

  /** All arguments in their order, or the chosen values each with its expression. */
  private Object payload(EvaluationContext call, Object[] arguments) {
    if (fingerprint.isEmpty()) {
      return arguments;
    }
    Map<String, @Nullable Object> chosen = new LinkedHashMap<>();
    fingerprint.forEach(expression -> chosen.put(expression.text(), expression.evaluate(call)));
    return chosen;
  }
}
