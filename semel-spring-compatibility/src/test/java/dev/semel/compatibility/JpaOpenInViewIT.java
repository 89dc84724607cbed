package dev.semel.compatibility;

import java.util.List;

/** With JPA and a persistence context that spans the request. */
class JpaOpenInViewIT extends Comparison {
  static List<String> handlers() {
    return withTechnologies(List.of("jpa", "jdbc"), "jpa/lazy");
  }

  @Override
  Class<?> application() {
    return Applications.WithJpa.class;
  }

  @Override
  String[] properties() {
    return new String[] {"spring.jpa.open-in-view=true"};
  }
}
