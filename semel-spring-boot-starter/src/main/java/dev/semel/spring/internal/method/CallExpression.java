package dev.semel.spring.internal.method;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/**
 * An expression over the arguments of a method. That it can be parsed and names only arguments that
 * there are is found out at start: an unknown name would otherwise be null, call by call. Immutable
 * and safe for use by several threads.
 */
final class CallExpression {
  private static final SpelExpressionParser PARSER = new SpelExpressionParser();

  private final String text;
  private final Expression parsed;

  private CallExpression(String text, Expression parsed) {
    this.text = text;
    this.parsed = parsed;
  }

  /**
   * Parses an attribute.
   *
   * @param attribute its name, for whoever got it wrong
   */
  static CallExpression of(
      AnnotatedMethod method, String attribute, String text, ParameterNameDiscoverer names) {
    try {
      SpelExpression parsed = PARSER.parseRaw(text);
      refuseUnknownVariables(method, attribute, parsed, names);
      return new CallExpression(text, parsed);
    } catch (ParseException e) {
      throw method.refused(
          "has %s = \"%s\", which is not an expression: %s"
              .formatted(attribute, text, e.getSimpleMessage()),
          "Mend it; \"#name.property\" is a property of the argument name");
    }
  }

  private static void refuseUnknownVariables(
      AnnotatedMethod method,
      String attribute,
      SpelExpression parsed,
      ParameterNameDiscoverer names) {
    Set<String> known = variables(method, names);
    Set<String> used = new HashSet<>();
    collectVariables(parsed.getAST(), used);
    used.removeAll(known);
    if (!used.isEmpty()) {
      throw method.refused(
          "has %s = \"%s\", but no argument %s"
              .formatted(attribute, parsed.getExpressionString(), String.join(", ", used)),
          "Use the names of its parameters; if they are missing from the class file compile with -parameters, or write #p0 for the first");
    }
  }

  private static Set<String> variables(AnnotatedMethod method, ParameterNameDiscoverer names) {
    Set<String> variables = new HashSet<>(Set.of("#root", "#this"));
    for (int i = 0; i < method.method().getParameterCount(); i++) {
      variables.add("#p" + i);
      variables.add("#a" + i);
    }
    @Nullable String @Nullable [] found = names.getParameterNames(method.method());
    if (found != null) {
      for (String name : found) {
        variables.add("#" + name);
      }
    }
    return variables;
  }

  private static void collectVariables(SpelNode node, Set<String> names) {
    if (node instanceof VariableReference) {
      names.add(node.toStringAST());
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      collectVariables(node.getChild(i), names);
    }
  }

  String text() {
    return text;
  }

  @Nullable Object evaluate(EvaluationContext call) {
    return parsed.getValue(call);
  }
}
