package dev.semel.spring.internal.method;

import dev.semel.Semel;
import dev.semel.json.SemelJson;
import dev.semel.spring.UnsafeSetupException;
import dev.semel.spring.internal.IdempotentSettings;
import dev.semel.spring.internal.TransactionRules;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.AnnotatedElementKey;

/**
 * The commands among the methods of an application. Each is checked once, at start or, for a bean
 * that is made later, at its first call. Safe for use by several threads.
 */
public final class IdempotentMethods {
  private final MethodCalls calls;
  private final MethodRules rules;
  private final SemelJson json;
  private final IdempotentSettings defaults;
  private final Semel semel;
  private final Map<AnnotatedElementKey, MethodCommand> commands = new ConcurrentHashMap<>();
  private final Map<String, Method> operations = new ConcurrentHashMap<>();

  public IdempotentMethods(
      BeanFactory beans,
      Semel semel,
      TransactionRules transactions,
      SemelJson json,
      IdempotentSettings defaults) {
    this.calls = MethodCalls.of(beans);
    this.rules = new MethodRules(transactions);
    this.semel = semel;
    this.json = json;
    this.defaults = defaults;
  }

  Semel semel() {
    return semel;
  }

  /**
   * The command that a method is.
   *
   * @throws UnsafeSetupException if it cannot be one
   */
  MethodCommand command(AnnotatedMethod method) {
    return commands.computeIfAbsent(
        new AnnotatedElementKey(method.method(), method.beanClass()), key -> checked(method));
  }

  private MethodCommand checked(AnnotatedMethod method) {
    rules.check(method);
    MethodCommand command = new MethodCommand(method, calls, json, defaults);
    Method before = operations.putIfAbsent(command.operationName(), method.method());
    if (before != null && !before.equals(method.method())) {
      throw method.refused(
          "has the operation '%s', which is that of %s.%s too, so that their keys would be mixed up"
              .formatted(
                  command.operationName(),
                  before.getDeclaringClass().getSimpleName(),
                  before.getName()),
          "Give each command a name of its own");
    }
    return command;
  }
}
