package dev.semel.spring;

import dev.semel.http.Route;
import java.lang.reflect.Method;

/**
 * A bean that has a say in how requests to an {@link Idempotent} handler are protected: which keys
 * are taken, what makes two requests the same, who may call unknown. Several are asked in their
 * order, once for each route, at start.
 */
@FunctionalInterface
public interface RouteCustomizer {
  /**
   * The route as it shall be.
   *
   * @param route as the annotation and the settings have it
   * @param handler the method that is called
   */
  Route customize(Route route, Method handler);
}
