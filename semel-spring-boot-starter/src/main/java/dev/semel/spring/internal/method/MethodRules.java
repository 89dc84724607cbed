package dev.semel.spring.internal.method;

import dev.semel.http.Keep;
import dev.semel.spring.Idempotent;
import dev.semel.spring.internal.ProxyRules;
import dev.semel.spring.internal.TransactionRules;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ReactiveAdapterRegistry;

/** What makes a method unfit to be a command. Found out at start, by class and method alone. */
final class MethodRules {
  private static final List<Class<?>> LATER =
      List.of(Future.class, CompletionStage.class, Flow.Publisher.class);
  private static final List<Class<?>> READ_ONCE =
      List.of(BaseStream.class, Iterator.class, InputStream.class, Reader.class);

  private final TransactionRules transactions;

  MethodRules(TransactionRules transactions) {
    this.transactions = transactions;
  }

  /** Refuses a method that would not be protected, or not as its author believes. */
  void check(AnnotatedMethod method) {
    ProxyRules.check(method.method(), method.beanClass(), method::refused);
    refuseMissingNames(method);
    refuseSettingsOfHandlers(method);
    refuseAnswersThatComeLater(method);
    refuseAnswersThatCannotBeKept(method);
    transactions.check(method.method(), method.beanClass(), method::refused);
  }

  private static void refuseMissingNames(AnnotatedMethod method) {
    if (method.settings().operation().isEmpty()) {
      throw method.refused(
          "has no operation, and the name of a method may change while its records live",
          "Say operation = \"…\", a name that stays for ever");
    }
    if (method.settings().key().isEmpty()) {
      throw method.refused(
          "does not say where its key comes from",
          "Say key = \"#request.commandId\": the id that the caller gives the command and keeps on every retry");
    }
  }

  private static void refuseSettingsOfHandlers(AnnotatedMethod method) {
    Idempotent settings = method.settings();
    boolean isOfHandler =
        !settings.required()
            || settings.storing().length > 0
            || settings.notStoring().length > 0
            || settings.keeping() != Keep.EVERYTHING
            || settings.leased().length > 0
            || settings.inProgressStatus() != 0
            || settings.scopedBy().length > 0
            || !settings.maxRequestSize().isEmpty()
            || !settings.maxResponseSize().isEmpty();
    if (isOfHandler) {
      throw method.refused(
          "says required, storing, notStoring, keeping, leased, inProgressStatus, scopedBy, maxRequestSize or maxResponseSize, which are for handlers of requests",
          "Remove them; for a lease use semel.lease(…)");
    }
  }

  private static void refuseAnswersThatComeLater(AnnotatedMethod method) {
    Class<?> returned = method.method().getReturnType();
    boolean isAsync = ProxyRules.isAsync(method.method(), method.beanClass());
    if (isAsync || isAny(LATER, returned) || isReactive(returned)) {
      throw method.refused(
          "answers asynchronously (%s), so its work would be done outside of the transaction"
              .formatted(isAsync ? "@Async" : returned.getSimpleName()),
          "Let it do its work on the caller's thread and return the result itself; start the thread around it, or use a lease");
    }
  }

  private static boolean isAny(List<Class<?>> types, Class<?> returned) {
    return types.stream().anyMatch(type -> type.isAssignableFrom(returned));
  }

  private static boolean isReactive(Class<?> returned) {
    return ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned) != null;
  }

  private static void refuseAnswersThatCannotBeKept(AnnotatedMethod method) {
    Type returned =
        GenericTypeResolver.resolveType(method.method().getGenericReturnType(), method.beanClass());
    if (isAny(READ_ONCE, method.method().getReturnType())) {
      throw method.refused(
          "returns a %s, which can be read only once"
              .formatted(method.method().getReturnType().getSimpleName()),
          "Return a list, a record or text");
    }
    if (returned instanceof TypeVariable<?>) {
      throw method.refused(
          "returns a type that is known only to its callers (%s)".formatted(returned),
          "Return a concrete type, which can be read back from JSON");
    }
  }
}
