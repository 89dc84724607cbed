package dev.semel.spring.internal.listener;

import dev.semel.spring.Idempotent;
import dev.semel.spring.internal.TransactionRules;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;

/** What makes a method unfit to be a consumer. Found out at start, by class and method alone. */
final class ListenerRules {
  private static final String RECORD = "org.apache.kafka.clients.consumer.ConsumerRecord";

  private final TransactionRules transactions;
  private final List<MessageForm> forms;

  ListenerRules(TransactionRules transactions, List<MessageForm> forms) {
    this.transactions = transactions;
    this.forms = forms;
  }

  /** Refuses a method that would not be protected, or not as its author believes. */
  void check(ListenerMethod method) {
    refuseWhatCannotBeIntercepted(method);
    refuseWhatIsDoneLater(method);
    refuseTwoProtections(method);
    transactions.check(method.method(), method.beanClass(), method::refused);
  }

  private static void refuseWhatCannotBeIntercepted(ListenerMethod method) {
    int modifiers = method.method().getModifiers();
    if (!Modifier.isPublic(modifiers) || Modifier.isStatic(modifiers)) {
      throw method.refused(
          "is not a public method of an object, so calls do not pass the proxy that protects it",
          "Make it public and not static");
    }
    if (Modifier.isFinal(modifiers) || Modifier.isFinal(method.beanClass().getModifiers())) {
      throw method.refused(
          "is final, or its class is, so Spring cannot put a proxy before it",
          "Take final away from both");
    }
  }

  private static void refuseWhatIsDoneLater(ListenerMethod method) {
    boolean isAsync =
        AnnotatedElementUtils.hasAnnotation(method.method(), Async.class)
            || AnnotatedElementUtils.hasAnnotation(method.beanClass(), Async.class);
    Class<?> returned = method.method().getReturnType();
    if (isAsync || returned != void.class) {
      throw method.refused(
          "%s, but what it does has to be done, on the caller's thread, when it returns nothing"
              .formatted(isAsync ? "is @Async" : "returns a " + returned.getSimpleName()),
          "Let it return void and do its work on the thread it is called on; what others need to know, publish as an event");
    }
  }

  private static void refuseTwoProtections(ListenerMethod method) {
    if (AnnotatedElementUtils.hasAnnotation(method.method(), Idempotent.class)) {
      throw method.refused(
          "is @Idempotent too, and one message would be two intents", "Take @Idempotent away");
    }
  }

  /** The form of its argument. */
  MessageForm formOf(ListenerMethod method) {
    MessageForm form = method.method().getParameterCount() == 1 ? fitting(method) : null;
    if (form == null) {
      throw method.refused(
          "does not take one message: a ConsumerRecord, a Message of dev.semel.inbox, or a list of either, and nothing beside it",
          isOfRecords(method)
              ? "Add semel-kafka to the dependencies, which reads messages from records"
              : "Take what it needs from the message, and leave acknowledging to the container");
    }
    String problem = form.problemWith(method.messageType());
    if (problem != null) {
      throw method.refused(problem, "Take a ConsumerRecord<String, String>, or one of byte[]");
    }
    return form;
  }

  private @Nullable MessageForm fitting(ListenerMethod method) {
    ResolvableType type = method.messageType();
    return forms.stream().filter(form -> form.fits(type)).findFirst().orElse(null);
  }

  private static boolean isOfRecords(ListenerMethod method) {
    if (method.method().getParameterCount() != 1) {
      return false;
    }
    Class<?> type = method.messageType().resolve();
    return type != null && type.getName().equals(RECORD);
  }
}
