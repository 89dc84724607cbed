package dev.semel.spring.internal.web;

import dev.semel.Rejections;
import dev.semel.spring.Idempotent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpEntity;
import org.springframework.scheduling.annotation.Async;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** What makes a handler unfit to be a command. Found out at start. */
final class HandlerRules {
  private static final Set<RequestMethod> SAFE =
      Set.of(RequestMethod.GET, RequestMethod.HEAD, RequestMethod.OPTIONS, RequestMethod.TRACE);
  private static final List<Class<?>> LATER =
      List.of(
          Callable.class,
          DeferredResult.class,
          WebAsyncTask.class,
          StreamingResponseBody.class,
          ResponseBodyEmitter.class,
          Future.class,
          CompletionStage.class,
          Flow.Publisher.class);

  private HandlerRules() {}

  static void check(AnnotatedHandler handler, RequestMappingInfo mapping) {
    refuseSafeMethods(handler, mapping);
    refuseConditionsOnParameters(handler, mapping);
    refuseSettingsOfMethods(handler);
  }

  private static void refuseSafeMethods(AnnotatedHandler handler, RequestMappingInfo mapping) {
    Set<RequestMethod> methods = mapping.getMethodsCondition().getMethods();
    if (handler.byItself() && (methods.isEmpty() || methods.stream().anyMatch(SAFE::contains))) {
      throw handler.refused(
          "takes requests that change nothing (%s), which are never protected"
              .formatted(methods.isEmpty() ? "any method" : methods),
          "Map it to POST, PATCH, PUT or DELETE only");
    }
  }

  /** Parameters can be in the body, which is not read before the route is known. */
  private static void refuseConditionsOnParameters(
      AnnotatedHandler handler, RequestMappingInfo mapping) {
    if (!mapping.getParamsCondition().isEmpty()) {
      throw handler.refused(
          "is mapped by request parameters (%s), which are not known before the body is read"
              .formatted(mapping.getParamsCondition()),
          "Map it by path, header or media type");
    }
  }

  private static void refuseSettingsOfMethods(AnnotatedHandler handler) {
    Idempotent settings = handler.settings();
    boolean isOfMethod =
        !settings.key().isEmpty()
            || !settings.tenant().isEmpty()
            || !settings.principal().isEmpty()
            || settings.fingerprint().length > 0
            || settings.rejections() != Rejections.STORED;
    if (isOfMethod) {
      throw handler.refused(
          "has a key, tenant, principal, fingerprint or rejections, which are for methods of beans",
          "Take them away: the key comes in a header, the caller from the CallerResolver; for other rules define a RouteCustomizer");
    }
    if (settings.leased().length > 1) {
      throw handler.refused("is leased in more than one way", "Give one @Leased");
    }
  }

  /** Only what is leased may answer when its thread has gone on. */
  static void refuseAnswersThatComeLater(AnnotatedHandler handler) {
    Class<?> answer = answerOf(handler);
    boolean isAsync =
        AnnotatedElementUtils.hasAnnotation(handler.method(), Async.class)
            || AnnotatedElementUtils.hasAnnotation(handler.controller(), Async.class);
    if (isAsync || comesLater(answer)) {
      throw handler.refused(
          "answers asynchronously (%s), so its work would be done outside of the transaction"
              .formatted(isAsync ? "@Async" : answer.getSimpleName()),
          "Let it return the answer itself, or say leased = @Leased(…) to run it without a transaction");
    }
  }

  private static Class<?> answerOf(AnnotatedHandler handler) {
    ResolvableType returned =
        ResolvableType.forMethodReturnType(handler.method(), handler.controller());
    ResolvableType body =
        HttpEntity.class.isAssignableFrom(returned.toClass())
            ? returned.as(HttpEntity.class).getGeneric()
            : returned;
    return body.toClass();
  }

  private static boolean comesLater(Class<?> answer) {
    return LATER.stream().anyMatch(type -> type.isAssignableFrom(answer))
        || ReactiveAdapterRegistry.getSharedInstance().getAdapter(answer) != null;
  }
}
