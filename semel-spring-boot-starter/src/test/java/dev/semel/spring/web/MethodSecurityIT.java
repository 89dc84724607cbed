package dev.semel.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.web.NoteController.Notebook;
import dev.semel.spring.web.SecuredNotes.Rights;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** Method security on protected handlers is checked for a replay as for a first request. */
@ExtendWith(OutputCaptureExtension.class)
class MethodSecurityIT extends WebContract {
  @Override
  Class<?>[] parts() {
    return new Class<?>[] {
      Configured.class,
      Notebook.class,
      SecuredNotes.ByMethod.class,
      SecuredNotes.ByClass.class,
      SecuredNotes.ByInterface.class,
      SecuredNotes.ByGenericClass.class,
      SecuredNotes.OfOneRequest.class,
      SecuredNotes.WithHandling.class
    };
  }

  @Configuration(proxyBeanMethods = false)
  @EnableMethodSecurity(securedEnabled = true, jsr250Enabled = true)
  static class Configured {
    private final Set<String> forbidden = ConcurrentHashMap.newKeySet();

    Set<String> forbidden() {
      return forbidden;
    }

    @Bean
    Rights rights() {
      return (user, text) -> !forbidden.contains(user + " " + text);
    }
  }

  private void giveRole(String role) {
    ((InMemoryUserDetailsManager) bean(UserDetailsService.class))
        .updateUser(User.withUsername("olga").password("{noop}olga").roles(role).build());
  }

  @AfterEach
  void restoreRole() {
    giveRole("OFFICER");
  }

  private HttpResponse<String> postWithoutKey(String path) {
    return send(as("olga", request(path)).POST(BodyPublishers.ofString(note())));
  }

  private static String withoutTimestamp(HttpResponse<String> response) {
    return response.body().replaceAll("\"timestamp\":\"[^\"]*\"", "");
  }

  private void assertDeniedAsUnprotected(HttpResponse<String> denied, String path) {
    HttpResponse<String> unprotected = postWithoutKey(path);
    assertThat(denied.statusCode()).isEqualTo(403).isEqualTo(unprotected.statusCode());
    assertThat(withoutTimestamp(denied)).isEqualTo(withoutTimestamp(unprotected));
    assertThat(denied.body()).doesNotContain(key);
    assertThat(isReplayed(denied)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pre",
        "secured",
        "roles",
        "meta",
        "leased",
        "class",
        "interface",
        "generic",
        "scoped",
        "handling"
      })
  void replayIsDeniedToCallerWhoLostTheRole(String rule) {
    String path = "/secured/" + rule;
    HttpResponse<String> first = post(path, note());
    assertThat(first.statusCode()).isEqualTo(200);
    assertReplayOf(first, post(path, note()));

    giveRole("VISITOR");
    assertDeniedAsUnprotected(post(path, note()), path);

    giveRole("OFFICER");
    assertReplayOf(first, post(path, note()));
    assertThat(notes()).isOne();
  }

  @Test
  void ruleIsEvaluatedWithTheArgumentsOfTheRetry() {
    Set<String> forbidden = bean(Configured.class).forbidden();
    HttpResponse<String> first = post("/secured/argument", note());
    forbidden.add("olga another text");
    assertReplayOf(first, post("/secured/argument", note()));

    forbidden.add("olga " + key);
    assertDeniedAsUnprotected(post("/secured/argument", note()), "/secured/argument");

    forbidden.clear();
    assertReplayOf(first, post("/secured/argument", note()));
    assertThat(notes()).isOne();
  }

  @Test
  void deniedCallerDoesNotLearnThatTheKeyWasUsedForAnotherRequest() {
    assertThat(post("/secured/pre", note()).statusCode()).isEqualTo(200);
    assertThat(post("/secured/pre", "{\"text\": \"other\"}").statusCode()).isEqualTo(422);

    giveRole("VISITOR");
    assertThat(post("/secured/pre", "{\"text\": \"other\"}").statusCode()).isEqualTo(403);
    assertThat(notes()).isOne();
  }

  @Test
  void deniedFirstRequestLeavesTheKeyFree() {
    giveRole("VISITOR");
    assertThat(post("/secured/pre", note()).statusCode()).isEqualTo(403);
    assertThat(records()).isZero();

    giveRole("OFFICER");
    assertThat(post("/secured/pre", note()).statusCode()).isEqualTo(200);
    assertThat(notes()).isOne();
  }

  /** As if the proxy had been frozen, or made by other means than Spring AOP's. */
  @Test
  void handlerWhoseReplaysCannotBeStoppedIsRefused(CapturedOutput output) {
    Advised proxy = (Advised) bean(SecuredNotes.ByClass.class);
    Advisor[] advisors = proxy.getAdvisors();
    Stream.of(advisors)
        .filter(advisor -> advisor.getAdvice().getClass().getSimpleName().equals("ReplayStop"))
        .forEach(proxy::removeAdvisor);
    assertThat(proxy.getAdvisors()).hasSize(advisors.length - 1);
    try {
      assertThat(post("/secured/class", note()).statusCode()).isEqualTo(500);
      assertThat(output).contains("has method security, but its bean is no proxy of Spring AOP");
      assertThat(notes()).isZero();
      assertThat(records()).isZero();
    } finally {
      for (Advisor advisor : proxy.getAdvisors()) {
        proxy.removeAdvisor(advisor);
      }
      Stream.of(advisors).forEach(proxy::addAdvisor);
    }
  }

  @Test
  void replayOfHandlerWithoutRulesIsNotDispatched() {
    HttpResponse<String> first = post("/open", note());
    giveRole("VISITOR");
    assertReplayOf(first, post("/open", note()));
    assertThat(notes()).isOne();
  }
}
