package dev.semel.demo;

import dev.semel.http.Route;
import dev.semel.spring.RouteCustomizer;
import java.lang.reflect.Method;
import org.springframework.stereotype.Component;

/**
 * All commands here do nothing but SQL, so a command that lost a deadlock or its connection is run
 * again at once, and its caller need not know.
 */
@Component
class Rerunning implements RouteCustomizer {
  @Override
  public Route customize(Route route, Method handler) {
    return route.rerunningHandler();
  }
}
