package dev.semel.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.ApiVersionConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Handlers that share a path and differ by the version of the API, or by a header. */
class VersionedHandlersIT extends WebContract {
  private static final String VERSION = "X-Version";

  @Override
  Class<?>[] parts() {
    return new Class<?>[] {Versions.class, Payments.class};
  }

  @Configuration(proxyBeanMethods = false)
  static class Versions implements WebMvcConfigurer {
    @Override
    public void configureApiVersioning(ApiVersionConfigurer versions) {
      versions.useRequestHeader(VERSION).setDefaultVersion("1").addSupportedVersions("1.1");
    }
  }

  @RestController
  static class Payments {
    @PostMapping(path = "/payments", version = "1+")
    @Idempotent
    String first() {
      return "the first";
    }

    @PostMapping(path = "/payments", version = "2")
    @Idempotent
    String second() {
      return "the second";
    }

    @PostMapping(path = "/charges", headers = "X-Action=charge")
    @Idempotent(operation = "charge")
    String charge() {
      return "charged";
    }

    @PostMapping(path = "/charges", headers = "X-Action=refund")
    @Idempotent(operation = "refund")
    String refund() {
      return "refunded";
    }
  }

  private HttpResponse<String> pay(String version) {
    return send(keyed("/payments").header(VERSION, version).POST(BodyPublishers.ofString(note())));
  }

  private HttpResponse<String> act(String action) {
    return send(keyed("/charges").header("X-Action", action).POST(BodyPublishers.ofString(note())));
  }

  @Test
  void sameKeyForAnotherVersionIsAMismatch() {
    assertThat(pay("1").body()).isEqualTo("the first");

    HttpResponse<String> other = pay("2");

    assertThat(other.statusCode()).isEqualTo(422);
    assertThat(other.body()).contains("\"code\":\"mismatch\"");
  }

  @Test
  void sameKeyForAnotherVersionOfOneHandlerIsAMismatch() {
    assertThat(pay("1").body()).isEqualTo("the first");

    assertThat(pay("1.1").statusCode()).isEqualTo(422);
  }

  @Test
  void sameVersionIsReplayedHoweverItIsAskedFor() {
    HttpResponse<String> first = pay("1");
    HttpResponse<String> byDefault = post("/payments", note());

    assertReplayOf(first, pay("1.0"));
    assertReplayOf(first, byDefault);
  }

  @Test
  void sameKeyForAnotherHandlerOfThePathRunsThatHandler() {
    assertThat(act("charge").body()).isEqualTo("charged");

    HttpResponse<String> refund = act("refund");

    assertThat(refund.body()).isEqualTo("refunded");
    assertThat(isReplayed(refund)).isFalse();
    assertReplayOf(refund, act("refund"));
  }
}
