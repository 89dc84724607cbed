package dev.semel.spring.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.Caller;
import dev.semel.http.CallerResolver;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.authentication.TestingAuthenticationToken;

class OwnCallersTest {
  private final CallerResolver callers = new OwnCallers().callers();
  private final MockHttpServletRequest request = new MockHttpServletRequest();

  @Test
  void aCallerHasATenantAndAName() {
    request.setUserPrincipal(new TestingAuthenticationToken("olga", ""));
    request.addHeader("X-Tenant", "north");
    assertThat(callers.resolve(request)).isEqualTo(new Caller("north", "olga"));
  }

  @Test
  void whoeverLacksEitherIsNobody() {
    request.addHeader("X-Tenant", "north");
    assertThat(callers.resolve(request)).isNull();
  }
}
