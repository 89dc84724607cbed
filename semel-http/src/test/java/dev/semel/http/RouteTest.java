package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.semel.Takeover;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouteTest {
  private static final LeasedMode LEASED =
      new LeasedMode(Duration.ofHours(2), Takeover.block(), OnFailure.UNKNOWN);

  @Test
  void aTemplateMatchesWholePathsSegmentBySegment() {
    Route route = Route.post("/cases/{id}/approve");

    assertThat(route.matches("POST", "/cases/17/approve")).isTrue();
    assertThat(route.matches("POST", "/cases/a b/approve")).isTrue();
    assertThat(route.matches("PATCH", "/cases/17/approve")).isFalse();
    for (String other :
        List.of(
            "/cases//approve",
            "/cases/17",
            "/cases/17/approve/",
            "/cases/17/approve/now",
            "/cases/1/7/approve",
            "/Cases/17/approve",
            "/x/cases/17/approve",
            "cases/17/approve",
            "",
            "/")) {
      assertThat(route.matches("POST", other)).as(other).isFalse();
    }
  }

  @Test
  void twoStarsTakeTheRest() {
    Route route = Route.post("/api/**");

    assertThat(route.matches("POST", "/api")).isTrue();
    assertThat(route.matches("POST", "/api/")).isTrue();
    assertThat(route.matches("POST", "/api/a/b/c")).isTrue();
    assertThat(route.matches("POST", "/apiary")).isFalse();
    assertThat(Route.post("/**").matches("POST", "/anything/at/all")).isTrue();
    assertThat(Route.post("/").matches("POST", "/")).isTrue();
    assertThat(Route.post("/").matches("POST", "/a")).isFalse();
  }

  @Test
  void nonsenseTemplatesAreRefused() {
    for (String nonsense :
        List.of(
            "", "cases", "/a/**/b", "/a/*", "/a/{", "/a/{}", "/a/x{id}", "/a/{id}x", "/{a}{b}")) {
      assertThatIllegalArgumentException().as(nonsense).isThrownBy(() -> Route.post(nonsense));
    }
  }

  @Test
  void safeMethodsHaveNoRoutes() {
    for (String method : List.of("GET", "HEAD", "OPTIONS", "TRACE", "CONNECT")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Route.of(method, "/cases"))
          .withMessageContaining("never protected");
    }
  }

  @Test
  void theOperationIsMethodAndTemplateUnlessTold() {
    assertThat(Route.patch("/cases/{id}").operation()).isEqualTo("PATCH /cases/{id}");
    assertThat(Route.patch("/cases/{id}").operation("change-case").operation())
        .isEqualTo("change-case");
    assertThatIllegalArgumentException().isThrownBy(() -> Route.post("/a").operation(""));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Route.post("/" + "a".repeat(300)))
        .withMessageContaining("operation");
  }

  @Test
  void settingsThatContradictEachOtherAreRefusedInAnyOrder() {
    Route route = Route.post("/cases");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> route.leased(LEASED).rerunningHandler())
        .withMessageContaining("never run again");
    assertThat(route.rerunningHandler().leased(LEASED).settings().running().rerunning()).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> route.leased(LEASED).retainedFor(Duration.ofHours(1)))
        .withMessageContaining("at least as long");
    assertThat(
            route.leased(LEASED).transactional().rerunningHandler().settings().running().leased())
        .isNull();
  }

  @Test
  void nonsenseLimitsAreRefused() {
    Route route = Route.post("/cases");

    assertThatIllegalArgumentException().isThrownBy(() -> route.maxRequestBytes(0));
    assertThatIllegalArgumentException().isThrownBy(() -> route.maxResponseBytes(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> route.maxResponseBytes(Integer.MAX_VALUE));
    assertThatIllegalArgumentException().isThrownBy(() -> new Quota(0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Quota.unlimited().maxInFlight(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Caller("", null));
    assertThatIllegalArgumentException().isThrownBy(() -> new Caller("a", "b\n"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LeasedMode(Duration.ZERO, Takeover.block(), OnFailure.STORE));
    assertThatIllegalArgumentException().isThrownBy(() -> HttpAnswer.of(103));
  }

  @Test
  void aTableRefusesRoutesThatWouldAnswerForEachOtherOrNeverBeFound() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RouteResolver.of(List.of(Route.post("/a"), Route.post("/a"))))
        .withMessageContaining("name them apart");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RouteResolver.of(List.of(Route.named("POST", "a"))))
        .withMessageContaining("no path template");
  }
}
